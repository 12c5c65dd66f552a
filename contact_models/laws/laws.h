// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Laws of contact as pure functions, shared by the contact models of this family.
//
// x is penetration (m), h the time step (s), u a relative velocity as in <fulcrum/contact_model.h>.
// Potentials l(u) are in J and convex; -dl/du is the impulse of the step (N s). Functions named
// ..._potential write {l, -l', l''} of a scalar argument.

#ifndef CONTACT_MODELS_LAWS_LAWS_H_
#define CONTACT_MODELS_LAWS_LAWS_H_

#include <fulcrum/contact_model.h>

// The numbers that a model keeps for contact i during a step, as the struct that it stores there.
static inline void* contact_work(const FcContactBatch* batch, int i) {
  return batch->work + (size_t)i * (size_t)batch->nwork;
}

// ---------------------------------------------------------------- along the normal

// F = stiffness x^exponent (1 + dissipation xdot), 0 where that is negative (Hunt and Crossley
// 1975).
typedef struct NormalLaw_ {
  mjtNum stiffness;    // N/m^p
  mjtNum exponent;     // p >= 1
  mjtNum dissipation;  // s/m, >= 0
} NormalLaw;

// Potential of the law over z, the speed of separation after the step: its spring is evaluated at
// x - theta h z, its dissipation at -z. out[1] is the normal impulse.
void normal_potential(const NormalLaw* law, mjtNum h, mjtNum theta, mjtNum x, mjtNum z,
                      mjtNum out[3]);

// Force at penetration x and rate xdot, and its derivatives with respect to both; 0 without
// penetration.
mjtNum normal_force(const NormalLaw* law, mjtNum x, mjtNum xdot, mjtNum derivative[2]);

// Dissipation (s/m) that lets an impact at `speed` (m/s) rebound with the fraction `restitution`,
// in (0, 1): exact for every stiffness and exponent.
mjtNum dissipation_of(mjtNum restitution, mjtNum speed);

// Stiffness 4/3 E* sqrt(R) of two elastic spheres (Hertz).
mjtNum hertz_stiffness(mjtNum modulus, mjtNum radius);

// Combined radius of curvature (m) of the geoms of a contact, 1/R = 1/R1 + 1/R2, where the radius
// of a geom is the inverse square root of its Gaussian curvature at the contact; 0: neither side is
// curved in both directions.
mjtNum contact_radius(const mjModel* m, const mjData* d, const mjContact* con);

// The side of a contact in words, for messages: geom "floor", geom 5, flex "cloth".
void side_name(const mjModel* m, const mjContact* con, int side, char* text, size_t size);

// ---------------------------------------------------------------- tangential

// Soft norm of n = 1 to 5 friction velocities: sqrt(sum_j mu_j^2 u_j^2 + (mu_0 eps)^2) - mu_0 eps,
// with its gradient and, when it is not NULL, its n x n Hessian.
mjtNum soft_norm(const mjtNum* mu, mjtNum eps, int n, const mjtNum* u, mjtNum* gradient,
                 mjtNum* hessian);

// Coefficient between mu (sliding) and mu_static (rest) for the slip `ratio`, speed over stiction
// speed, at the start of the step.
mjtNum lagged_coefficient(mjtNum mu, mjtNum mu_static, mjtNum ratio);

// Bound of the friction forces of a step, for potentials over all rows of a contact.
typedef struct FrictionLaw_ {
  mjtNum mu[5];    // per row; m for spin and roll
  mjtNum eps;      // stiction speed (m/s)
  mjtNum impulse;  // normal impulse at the start of the step (N s)
} FrictionLaw;

// Soft Coulomb friction with the bound at the start of the step: cost, impulses and Hessian of all
// dim rows, from {l, -l', l''} of the normal at u[0]. Returns the cost. The Hessian may be NULL.
mjtNum lagged_potential(const FrictionLaw* law, const mjtNum normal[3], int dim, const mjtNum* u,
                        mjtNum* impulse, mjtNum* hessian);

// The same with the bound at the end of the step: the normal law acts on u_0 minus the soft norm.
mjtNum similar_potential(const FrictionLaw* friction, const NormalLaw* normal, mjtNum h,
                         mjtNum theta, mjtNum x, int dim, const mjtNum* u, mjtNum* impulse,
                         mjtNum* hessian);

// ---------------------------------------------------------------- bristles

// Elastic displacement of n rows with one stiffness, damping and bound of their force.
typedef struct Bristle_ {
  mjtNum stiffness, damping;  // N/m, N s/m; N m/rad, N m s/rad
  mjtNum bound;               // N; N m
} Bristle;

// Potential over u of n = 1 or 2 rows with displacement `bristle`: cost, impulses and, when it is
// not NULL, the n x n Hessian. Returns the cost.
mjtNum bristle_potential(const Bristle* law, mjtNum h, int n, const mjtNum* bristle,
                         const mjtNum* u, mjtNum* impulse, mjtNum* hessian);

// Displacement after the step, from the velocity of the solution. Returns 1 when the rows slipped.
int bristle_advance(const Bristle* law, mjtNum h, int n, mjtNum* bristle, const mjtNum* u);

// Transport a tangential vector in world axes from the tangent plane of `before` to that of `now`,
// by the smallest rotation that maps one normal to the other; 0 when they differ by more than a
// right angle.
void transport_tangent(mjtNum vector[3], const mjtNum before[3], const mjtNum now[3]);

// Rotate a vector that is orthogonal to the unit vector n about n.
void turn_tangent(mjtNum vector[3], const mjtNum n[3], mjtNum angle);

// Angular velocity about the normal of a contact, mean of both bodies (rad/s).
mjtNum mean_spin(const mjModel* m, const mjData* d, const mjContact* con);

// ---------------------------------------------------------------- adhesion

typedef struct Adhesion_ {
  mjtNum work;     // of adhesion (J/m^2)
  mjtNum modulus;  // E* (Pa)
  mjtNum radius;   // m
} Adhesion;

// Contact radius (m) of the theory of Johnson, Kendall and Roberts at penetration x, which is not
// below the one where contact under displacement control is lost, -0.693361 a_c^2 / R.
mjtNum jkr_radius(const Adhesion* law, mjtNum x);

// Radius a_c (m) at pull-off, and largest tension (N): 3/2 pi w R, with `hard` spheres (Derjaguin,
// Muller and Toporov) 2 pi w R.
mjtNum jkr_critical_radius(const Adhesion* law);
mjtNum pull_off(const Adhesion* law, int hard);

// Energy, force and stiffness of a bonded contact at penetration x. Beyond the point of largest
// tension the force is constant, so that the energy is convex.
void bonded_energy(const Adhesion* law, int hard, mjtNum x, mjtNum out[3]);

// The same without a bond: repulsion between elastic spheres.
void unbonded_energy(const Adhesion* law, mjtNum x, mjtNum out[3]);

// ---------------------------------------------------------------- two sides

// Modulus E* of two materials in contact, 1/E* = sum (1 - nu^2) / E; a side with E = 0 is rigid,
// and the result 0 when both are.
mjtNum combined_modulus(mjtNum young1, mjtNum poisson1, mjtNum young2, mjtNum poisson2);

// Rules that <fulcrum/contact_model.h> leaves to the models.
//
// Modulus: `young` such that young / (1 - poisson^2) is E* when `poisson` is the mean.
// Dissipation: the softer side counts more, with the weight of the other side's stiffness.
mjtNum mixed_young(mjtNum young1, mjtNum poisson1, mjtNum young2, mjtNum poisson2);
mjtNum mixed_dissipation(mjtNum stiffness1, mjtNum value1, mjtNum stiffness2, mjtNum value2);

// Product over the sides with a nonzero value, 0 when neither has one.
mjtNum mixed_restitution(mjtNum a, mjtNum b);

// Radius: the sides with a nonzero value in series, 0 when neither has one.
mjtNum mixed_radius(mjtNum a, mjtNum b);

// E* of a contact from mixed values: young / (1 - poisson^2).
static inline mjtNum contact_modulus(mjtNum young, mjtNum poisson) {
  return young / (1 - poisson * poisson);
}

// ---------------------------------------------------------------- parameters

// Indices in FcContactBatch.param of the parameters shared by laws with a compliant normal: the
// first parameters of each of them, in this order.
enum {
  NORMAL_STIFFNESS,
  NORMAL_YOUNG,
  NORMAL_POISSON,
  NORMAL_EXPONENT,
  NORMAL_DISSIPATION,
  NORMAL_RESTITUTION,
  NORMAL_REF_SPEED,
  NORMAL_NPARAMETER
};

// clang-format off
#define NORMAL_PARAMETERS                                                                          \
  {.key = "stiffness", .type = FC_REAL, .length = 1, .def = (mjtNum)1e5, .min = (mjtNum)1e-9,      \
   .max = (mjtNum)1e18, .unit = "N/m^p", .help = "Stiffness of the contact."},                     \
  {.key = "young", .type = FC_REAL, .length = 1, .def = 0, .min = 0, .max = (mjtNum)1e15,          \
   .unit = "Pa", .help = "Modulus of elasticity: Hertz contact between curved surfaces; 0: off."}, \
  {.key = "poisson", .type = FC_REAL, .length = 1, .def = (mjtNum)0.3, .min = 0,                   \
   .max = (mjtNum)0.5, .help = "Poisson's ratio, with young."},                                    \
  {.key = "exponent", .type = FC_REAL, .length = 1, .def = 1, .min = 1, .max = 3,                  \
   .help = "Power p of the penetration."},                                                         \
  {.key = "dissipation", .type = FC_REAL, .length = 1, .def = 20, .min = 0, .max = 500,            \
   .unit = "s/m", .help = "Growth of the force with the speed of approach."},                      \
  {.key = "restitution", .type = FC_REAL, .length = 1, .def = 0, .min = 0,                         \
   .max = (mjtNum)0.9999, .help = "Rebound at ref_speed, replaces dissipation; 0: off."},          \
  {.key = "ref_speed", .type = FC_REAL, .length = 1, .def = 1, .min = (mjtNum)1e-9,                \
   .max = (mjtNum)1e9, .unit = "m/s", .help = "Speed of approach that restitution is given for."}

#define NORMAL_MIXING                                                                     \
  FC_MIX_SERIES, FC_MIX_OWN, FC_MIX_MEAN, FC_MIX_NONE, FC_MIX_OWN, FC_MIX_OWN, FC_MIX_MAX
// clang-format on

// The law of one contact from its parameters.
NormalLaw contact_normal(const FcContext* context, const mjContact* con, const mjtNum* param);

// FcContactModel.mix of the parameters above.
void mix_normal(const mjModel* m, const mjtNum* a, const mjtNum* b, mjtNum* mixed);

// Values of the parameters for contact i.
static inline const mjtNum* param_of(const FcContactBatch* batch, int i) {
  return batch->param + (size_t)i * (size_t)batch->nparam;
}

#endif  // CONTACT_MODELS_LAWS_LAWS_H_
