// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point `decoder`: from the bytes of an asset file to a mesh, an image, a height field or
// a skin.
//
// A model names asset files; the compiler reads them (through mju_openResource) and asks for the
// decoder of their content. Which one that is, the extension of the file or the content type of the
// model element ("model/stl") decides; see the fields below. A decoder of the MuJoCo plugin ABI
// (mjp_registerDecoder) that wants the file goes before all modules.
//
// Arrays of the result are allocated with malloc and belong to the host as soon as they are stored,
// also when the function fails afterwards. The host checks what it gets: sizes, index ranges,
// finite numbers; a decoder only has to make sure that it does not read past the end of the bytes
// and that its arrays are as long as it says.

#ifndef FULCRUM_DECODER_H_
#define FULCRUM_DECODER_H_

#include <stddef.h>
#include <stdint.h>

#include <fulcrum/loader.h>

#ifdef __cplusplus
extern "C" {
#endif

// A triangle mesh, zeroed by the host before the call. Vertices are in file units and may be used
// by no triangle; corners refer to normals and texture coordinates by their own indices, -1: none.
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
  int bind_to_vertex;  // nonzero: normals and texture coordinates belong to vertices, so a mirrored
                       // mesh exchanges the corners of `face` alone
} FcMeshData;

// An image, zeroed by the host before the call: rows from the top, `nchannel` bytes per pixel.
typedef struct FcImageData_ {
  uint32_t size;         // sizeof(FcImageData)
  int width, height;     // pixels
  int nchannel;          // bytes per pixel
  int srgb;              // nonzero: the file says that its colours are sRGB
  int opaque;            // nonzero: `pixel` is not rows of pixels but a format of the renderer; it
                         // has `width` bytes and height is 1
  unsigned char* pixel;  // [width*height*nchannel], opaque: [width]
} FcImageData;

// A height field, zeroed by the host before the call. Heights may have any unit and origin, the
// host brings them to the range from 0 to 1.
typedef struct FcHFieldData_ {
  uint32_t size;   // sizeof(FcHFieldData)
  int nrow, ncol;  // heights along y and along x
  float* height;   // [nrow*ncol], row after row from -y to y, each from -x to x
} FcHFieldData;

// A skin, zeroed by the host before the call: triangles whose vertices follow bones, which are
// bodies of the model. Vertices are in the frame of the world when the bodies are where the skin
// was bound to them. The host brings the weights of each vertex to the sum 1.
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
  char* name;         // [nname] names of the bodies, each with the zero that ends it
  float* bindpos;     // [3*nbone] positions of the bodies when bound
  float* bindquat;    // [4*nbone] orientations of them, any length
  int* bonevertnum;   // [nbone] how many of the weights belong to each bone
  int* vertid;        // [nweight] vertices that follow the bones, bone after bone
  float* vertweight;  // [nweight] how much
} FcSkinData;

typedef struct FcDecoder_ {
  uint32_t size;             // sizeof(FcDecoder)
  const char* content_type;  // "model/stl"; case matters

  // With the dot, in small letters, alternatives separated by '|': ".stl". Files with meshes are
  // chosen by it, in small or in large letters, whatever content type the model tells; images and
  // height fields when the model tells no type; skins always, in any letters. "": the decoder is
  // chosen by the content type only.
  const char* extension;

  // Decode a mesh. 0, or negative with a message (what is wrong, at which byte or line; the host
  // adds the file name). NULL: this decoder makes no meshes. Heap is allowed. [any thread]
  int (*mesh)(const FcSource* source, FcMeshData* mesh, char* error, int error_size);

  // Decode an image into `nchannel` (1: grey, 3: RGB, 4: RGBA) bytes per pixel; 0: as many as the
  // file has. 0, or negative with a message. NULL: no images. Heap is allowed. [any thread]
  int (*image)(const FcSource* source, int nchannel, FcImageData* image, char* error,
               int error_size);

  // Decode a height field. An image decoder serves too: its grey levels are the heights. 0, or
  // negative with a message. NULL: no height fields. Heap is allowed. [any thread]
  int (*hfield)(const FcSource* source, FcHFieldData* hfield, char* error, int error_size);

  // Decode a skin. 0, or negative with a message. NULL: no skins. Heap is allowed. [any thread]
  int (*skin)(const FcSource* source, FcSkinData* skin, char* error, int error_size);
} FcDecoder;

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_DECODER_H_
