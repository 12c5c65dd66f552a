mujoco_includedir = $(includedir)/mujoco
mujoco_include_HEADERS = include/mujoco/mjbatch.h include/mujoco/mjdata.h include/mujoco/mjexport.h include/mujoco/mjmacro.h include/mujoco/mjmodel.h \
  include/mujoco/mjplugin.h include/mujoco/mjrender.h include/mujoco/mjsan.h include/mujoco/mjspec.h include/mujoco/mjthread.h \
  include/mujoco/mjtnum.h include/mujoco/mjui.h include/mujoco/mjvisualize.h include/mujoco/mjxmacro.h include/mujoco/mujoco.h
fulcrum_includedir = $(includedir)/fulcrum
fulcrum_include_HEADERS = include/fulcrum/actuator.h include/fulcrum/batch.h include/fulcrum/broadphase.h include/fulcrum/callbacks.h include/fulcrum/camera.h include/fulcrum/collider.h include/fulcrum/compat.h include/fulcrum/compiled.h \
  include/fulcrum/constraint.h include/fulcrum/contact_model.h include/fulcrum/contact_values.h include/fulcrum/convex.h include/fulcrum/decoder.h include/fulcrum/field.h include/fulcrum/file.h include/fulcrum/flex.h include/fulcrum/engine_plugin.h include/fulcrum/host.h include/fulcrum/integrator.h include/fulcrum/layout.h include/fulcrum/parallel.h \
  include/fulcrum/loader.h include/fulcrum/math.h include/fulcrum/math_dense.h include/fulcrum/math_quat.h include/fulcrum/math_sparse.h \
  include/fulcrum/math_spatial.h include/fulcrum/math_vec3.h include/fulcrum/kinds.def include/fulcrum/module.h include/fulcrum/passive.h include/fulcrum/renderer.h include/fulcrum/scene.h include/fulcrum/schema.h include/fulcrum/sensor.h \
  include/fulcrum/solver.h include/fulcrum/spec.h include/fulcrum/stage.h include/fulcrum/tilt.h include/fulcrum/viewer.h

# what `fulcrum build` includes in its code
fulcrum_lanes_includedir = $(includedir)/fulcrum/lanes
fulcrum_lanes_include_HEADERS = include/fulcrum/lanes/advance.h \
  include/fulcrum/lanes/collide.h \
  include/fulcrum/lanes/collide_boxes.h \
  include/fulcrum/lanes/collide_capsule_box.h \
  include/fulcrum/lanes/collide_mesh.h \
  include/fulcrum/lanes/collide_plane.h \
  include/fulcrum/lanes/collide_round.h \
  include/fulcrum/lanes/conjugate.h \
  include/fulcrum/lanes/contact.h \
  include/fulcrum/lanes/contacts.h \
  include/fulcrum/lanes/force.h \
  include/fulcrum/lanes/inertia.h \
  include/fulcrum/lanes/kinematics.h \
  include/fulcrum/lanes/line.h \
  include/fulcrum/lanes/newton.h \
  include/fulcrum/lanes/number.h \
  include/fulcrum/lanes/problem.h \
  include/fulcrum/lanes/projected.h \
  include/fulcrum/lanes/row.h \
  include/fulcrum/lanes/row_contact.h \
  include/fulcrum/lanes/row_equality.h \
  include/fulcrum/lanes/rows.h \
  include/fulcrum/lanes/sensor.h \
  include/fulcrum/lanes/segment_box.h \
  include/fulcrum/lanes/spatial.h \
  include/fulcrum/lanes/tendon.h \
  include/fulcrum/lanes/velocity.h
