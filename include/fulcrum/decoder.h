// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point `decoder`: turns the bytes of an asset file into a mesh, an image, a height
// field, a skin, or the points and elements of a flex.
//
// A model names asset files. The compiler reads them with mju_openResource and looks for a decoder
// by the extension of the file or by the content type of the model element ("model/stl"), as
// described at the fields below. A decoder of the MuJoCo plugin ABI (mjp_registerDecoder) that
// accepts the file takes precedence over all modules.
//
// The arrays of a result are allocated with malloc and belong to the host from the moment they are
// stored in the struct, even if the function fails afterwards. The host validates the result
// (sizes, index ranges, finite numbers; tests/model/assets/check_damage and the fuzz targets), so a
// decoder only has to stay within the bytes it receives and to allocate its arrays with the lengths
// that it reports.
//
// Errors: a function writes a message with the byte or line into `error`, at most error_size bytes,
// and returns a negative number; the host adds the name of the file.
//
// Since SDK 1.0.

#ifndef FULCRUM_DECODER_H_
#define FULCRUM_DECODER_H_

#include <stddef.h>
#include <stdint.h>

#include <fulcrum/loader.h>

#ifdef __cplusplus
extern "C" {
#endif

// A triangle mesh, zeroed by the host before the call. Vertices are in the units and the frame of
// the file; a vertex need not belong to a triangle. Corners of triangles have separate indices for
// normals and texture coordinates; -1: none.
typedef struct FcMeshData_ {
  uint32_t size;       // sizeof(FcMeshData)
  int nvertex;         // vertices
  int nnormal;         // normals
  int ntexcoord;       // texture coordinates
  int nface;           // triangles, counter-clockwise seen from outside
  float* vertex;       // [3*nvertex]
  float* normal;       // [3*nnormal] or NULL
  float* texcoord;     // [2*ntexcoord] or NULL; (0,0) is the top left corner of an image
  int* face;           // [3*nface] vertices of each triangle
  int* facenormal;     // [3*nface] normals of its corners, or NULL
  int* facetexcoord;   // [3*nface] texture coordinates of its corners, or NULL
  int bind_to_vertex;  // nonzero: normals and texture coordinates belong to vertices, so that only
                       // `face` changes when the host reverses the triangles of a mirrored mesh
} FcMeshData;

// An image, zeroed by the host before the call: rows from the top, `nchannel` bytes per pixel.
typedef struct FcImageData_ {
  uint32_t size;         // sizeof(FcImageData)
  int width, height;     // pixels
  int nchannel;          // bytes per pixel
  int srgb;              // nonzero: the file declares its colours as sRGB
  int opaque;            // nonzero: `pixel` is not an array of pixels but data in a format that
                         // only a renderer reads, `width` bytes of it; height is then 1
  unsigned char* pixel;  // [width*height*nchannel], opaque: [width]
} FcImageData;

// A height field, zeroed by the host before the call. Heights may have any unit and origin: the
// host maps them linearly to the range from 0 to 1.
typedef struct FcHFieldData_ {
  uint32_t size;   // sizeof(FcHFieldData)
  int nrow, ncol;  // heights along y and along x
  float* height;   // [nrow*ncol], row after row from -y to y, each from -x to x
} FcHFieldData;

// A skin, zeroed by the host before the call: triangles whose vertices follow bones, which are
// bodies of the model. Vertices are in the global frame, in m, for the poses of the bodies in
// bindpos and bindquat. The host scales the weights of each vertex so that they add up to 1.
typedef struct FcSkinData_ {
  uint32_t size;      // sizeof(FcSkinData)
  int nvertex;        // vertices
  int ntexcoord;      // texture coordinates: none, or one per vertex
  int nface;          // triangles
  int nbone;          // bones
  int nname;          // bytes of `name`
  int nweight;        // weights of all bones
  float* vertex;      // [3*nvertex]
  float* texcoord;    // [2*ntexcoord] or NULL
  int* face;          // [3*nface] vertices of each triangle
  char* name;         // [nname] names of the bodies, each with its terminating NUL
  float* bindpos;     // [3*nbone] positions of the bodies when bound
  float* bindquat;    // [4*nbone] orientations of the bodies (w, x, y, z), of any length
  int* bonevertnum;   // [nbone] how many vertices follow each bone
  int* vertid;        // [nweight] these vertices, bone after bone
  float* vertweight;  // [nweight] and their weights
} FcSkinData;

// Points and elements of a finite-element mesh, from which <flexcomp> makes a flex; zeroed by the
// host before the call. Elements are segments, triangles or tetrahedra, all of one kind, in any
// orientation; a point need not belong to one. Points are in the units and the frame of the file.
typedef struct FcFlexData_ {
  uint32_t size;  // sizeof(FcFlexData)
  int dim;        // 1: segments, 2: triangles, 3: tetrahedra
  int npoint;     // points
  int nelement;   // elements
  double* point;  // [3*npoint]
  int* element;   // [(dim+1)*nelement] points of each element
} FcFlexData;

typedef struct FcDecoder_ {
  uint32_t size;             // sizeof(FcDecoder)
  const char* content_type;  // "model/stl"; case-sensitive

  // Extensions of file names with their dot, in lower case, alternatives separated by '|': ".stl".
  // For meshes (name in all lower or all upper case) and skins (any case) the extension decides,
  // regardless of the content type of the model; for images and height fields it decides when the
  // model gives no content type. "": the decoder is selected by content type only.
  const char* extension;

  // Decode a mesh. 0, or negative after a message. NULL: this decoder makes no meshes. Heap is
  // allowed. [any thread]
  int (*mesh)(const FcSource* source, FcMeshData* mesh, char* error, int error_size);

  // Decode an image into `nchannel` bytes per pixel (1: grey, 3: RGB, 4: RGBA; 0: as many as the
  // file has). 0, or negative after a message. NULL: no images. Heap is allowed. [any thread]
  int (*image)(const FcSource* source, int nchannel, FcImageData* image, char* error,
               int error_size);

  // Decode a height field. Image formats do not need this function: a height field made from an
  // image uses its grey levels as heights. 0, or negative after a message. NULL: no height fields.
  // Heap is allowed. [any thread]
  int (*hfield)(const FcSource* source, FcHFieldData* hfield, char* error, int error_size);

  // Decode a skin. 0, or negative after a message. NULL: no skins. Heap is allowed. [any thread]
  int (*skin)(const FcSource* source, FcSkinData* skin, char* error, int error_size);

  // Decode points and elements. <flexcomp type="gmsh"> uses the decoder with content type
  // "model/gmsh", regardless of the file name. 0, or negative after a message. NULL: no flexes.
  // Heap is allowed. [any thread]
  int (*flex)(const FcSource* source, FcFlexData* flex, char* error, int error_size);
} FcDecoder;

// Open a file, decode it with the decoder selected by its extension (a mesh; decoders of the plugin
// ABI take precedence) or by a content type (a flex), and check that counts and arrays agree,
// indices are in range and coordinates are finite. directory: base of relative names, as in
// mju_openResource; vfs: may be NULL. The caller releases the arrays with free. 0, or -1 with a
// message; then there is nothing to release. [any thread]
MJAPI int fc_decodeMesh(const char* directory, const char* file, const mjVFS* vfs, FcMeshData* mesh,
                        char* error, int error_size);
MJAPI int fc_decodeFlex(const char* directory, const char* file, const char* content_type,
                        const mjVFS* vfs, FcFlexData* flex, char* error, int error_size);

// Most pixels of an image, a texture or a height field, 2^28 (16384 by 16384) unless it is set; the
// command sets it to the number in the environment variable FULCRUM_MOST_PIXELS. A decoder refuses
// larger images before it allocates memory, because a small file can declare a huge one. A number
// that is not positive restores the default. [any thread] (tests/loaders/check_limits.c)
MJAPI long long fc_mostPixels(void);
MJAPI void fc_setMostPixels(long long n);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_DECODER_H_
