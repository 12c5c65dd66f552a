# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""What mujoco.viewer shows on the X server of DISPLAY, whose screen is in the file SCREEN, and what
it answers to events of that server.  viewer.py FILE"""

import ctypes
import os
import pickle
import sys
import threading
import time
from pathlib import Path

import mujoco
import mujoco.viewer
import numpy as np

XML = """
<mujoco model="table">
  <option gravity="0 0 0"/>
  <visual><quality shadowsize="1024"/></visual>
  <asset>
    <texture name="stripes" type="2d" builtin="checker" width="64" height="64"
      rgb1="1 1 1" rgb2="0.1 0.2 0.6"/>
    <material name="stripes" texture="stripes"/>
    <hfield name="hill" nrow="12" ncol="12" size="0.4 0.4 0.2 0.05"/>
    <mesh name="wedge" vertex="0 0 0 0.4 0 0 0 0.4 0 0 0 0.4"/>
  </asset>
  <worldbody>
    <light pos="0.5 -0.5 2" dir="-0.2 0.2 -1"/>
    <camera name="side" pos="0 -1.5 0.6" xyaxes="1 0 0 0 0.3 1"/>
    <geom type="plane" size="1 1 0.1" material="stripes"/>
    <geom type="hfield" hfield="hill" pos="-0.5 0.5 0" rgba="0.3 0.6 0.3 1"/>
    <geom type="mesh" mesh="wedge" pos="0.6 0.4 0.1" rgba="0.7 0.6 0.2 1"/>
    <body name="arm" pos="0 0 0.4"><joint name="turn" axis="0 0 1" range="-90 90"/>
      <geom type="capsule" size="0.1 0.2" euler="0 70 0" rgba="0.8 0.3 0.2 1"/>
      <geom type="box" size="0.1 0.1 0.1" pos="0.4 0 0" rgba="0.2 0.5 0.8 0.5"/>
    </body>
  </worldbody>
  <actuator><motor name="motor" joint="turn" ctrlrange="-1 1"/></actuator>
</mujoco>
"""
PATIENCE = 60  # s


def wait_until(condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "what is waited for does not happen"
        time.sleep(0.05)


# ---------------------------------------------------------------- the screen


def screen():
    """The pixels of the X server, from the file in the format of xwd that it draws into."""
    data = Path(os.environ["SCREEN"]).read_bytes()
    header = np.frombuffer(data, ">u4", 25)
    size, width, height, line, colors = header[0], header[4], header[5], header[12], header[19]
    rows = np.frombuffer(data, np.uint8, line * height, size + 12 * colors).reshape(height, line)
    return rows.reshape(height, line // 4, 4)[:, :width, 2::-1].copy()


def settled():
    """What is shown when it has not changed for a second, which is many frames."""
    end = time.monotonic() + PATIENCE
    picture, same = screen(), 0
    while same < 10 or picture.std() == 0:
        assert time.monotonic() < end, "the picture does not come to rest"
        time.sleep(0.1)
        former, picture = picture, screen()
        same = same + 1 if np.array_equal(former, picture) else 0
    return picture


# ---------------------------------------------------------------- events of the server

XK = {"Tab": 0xFF09, "F1": 0xFFBE, "F2": 0xFFBF, "k": 0x6B, "space": 0x20, "bracketright": 0x5D}
KEY_PRESS, KEY_RELEASE, BUTTON_PRESS, BUTTON_RELEASE = 2, 3, 4, 5


class XKeyEvent(ctypes.Structure):
    """XKeyEvent and XButtonEvent, which are alike."""

    _fields_ = [
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("root", ctypes.c_ulong),
        ("subwindow", ctypes.c_ulong),
        ("time", ctypes.c_ulong),
        ("x", ctypes.c_int),
        ("y", ctypes.c_int),
        ("x_root", ctypes.c_int),
        ("y_root", ctypes.c_int),
        ("state", ctypes.c_uint),
        ("detail", ctypes.c_uint),
        ("same_screen", ctypes.c_int),
        ("rest", ctypes.c_long * 24),
    ]


class Server:
    """A second client of the X server, which sends events to the only window there is."""

    def __init__(self):
        self.x = ctypes.CDLL("libX11.so.6")
        for name in ("XOpenDisplay", "XDefaultRootWindow", "XKeysymToKeycode"):
            getattr(self.x, name).restype = ctypes.c_void_p
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(None))
        self.root = ctypes.c_ulong(self.x.XDefaultRootWindow(self.display))

    def window(self):
        root, parent, n = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_uint()
        children = ctypes.POINTER(ctypes.c_ulong)()
        self.x.XQueryTree(
            self.display,
            self.root,
            ctypes.byref(root),
            ctypes.byref(parent),
            ctypes.byref(children),
            ctypes.byref(n),
        )
        return children[n.value - 1]

    def send(self, kind, mask, x=0, y=0, detail=0):
        event = XKeyEvent(type=kind, x=x, y=y, detail=detail, same_screen=1)
        event.display, event.root = self.display, self.root.value
        event.window = self.window()
        self.x.XSendEvent(
            self.display,
            ctypes.c_ulong(event.window),
            1,
            ctypes.c_long(mask),
            ctypes.byref(event),
        )
        self.x.XSync(self.display, 0)
        time.sleep(0.1)

    def key(self, name):
        code = self.x.XKeysymToKeycode(self.display, ctypes.c_ulong(XK[name])) & 0xFF
        self.send(KEY_PRESS, 1, detail=code)
        self.send(KEY_RELEASE, 2, detail=code)

    def move(self, x, y):
        """The pointer itself, which the window asks for its place."""
        window = ctypes.c_ulong(self.window())
        self.x.XWarpPointer(self.display, ctypes.c_ulong(0), window, 0, 0, 0, 0, x, y)
        self.x.XSync(self.display, 0)
        time.sleep(0.1)

    def drag(self, *places):
        self.move(*places[0])
        self.send(BUTTON_PRESS, 4, *places[0], detail=1)
        for place in places[1:]:
            self.move(*place)
        self.send(BUTTON_RELEASE, 8, *places[-1], detail=1)


# ---------------------------------------------------------------- what is shown


def decorate(viewer):
    """Geoms, figures, texts and images of the program."""
    scene = viewer.user_scn
    mujoco.mjv_initGeom(
        scene.geoms[0],
        mujoco.mjtGeom.mjGEOM_SPHERE,
        np.full(3, 0.1),
        np.array([0.3, -0.4, 0.6]),
        np.eye(3).flatten(),
        np.array([1, 0, 1, 1], np.float32),
    )
    scene.geoms[0].label = "here"
    mujoco.mjv_connector(
        scene.geoms[1], mujoco.mjtGeom.mjGEOM_LINE, 3, np.zeros(3), np.array([0.3, -0.4, 0.6])
    )
    scene.ngeom = 2
    figure = mujoco.MjvFigure()
    mujoco.mjv_defaultFigure(figure)
    figure.title = "curve"
    figure.linepnt[0] = 40
    figure.linedata[0][:80:2] = np.arange(40)
    figure.linedata[0][1:80:2] = np.sin(np.arange(40) / 5)
    viewer.set_figures((mujoco.MjrRect(10, 10, 160, 120), figure))
    viewer.set_texts((None, mujoco.mjtGridPos.mjGRID_BOTTOMRIGHT, "left\nsecond", "right\n2"))
    image = np.zeros((40, 60, 3), np.uint8)
    image[:, :20, 0] = image[:20, :, 1] = 255
    viewer.set_images((mujoco.MjrRect(200, 10, 60, 40), image))


def passive(answers):
    m = mujoco.MjModel.from_xml_string(XML)
    d = mujoco.MjData(m)
    keys = []
    with mujoco.viewer.launch_passive(m, d, key_callback=keys.append) as viewer:
        answers["viewport"] = [viewer.viewport.width, viewer.viewport.height]
        answers["panels"] = settled()
        server = Server()

        # a section is folded, a slider is drawn, a check box is set with its key
        server.drag((60, 17))
        answers["folded"] = settled()
        server.key("k")
        server.key("bracketright")
        answers["camera"] = [viewer.cam.type, viewer.cam.fixedcamid]
        answers["from the side"] = settled()
        with viewer.lock():
            viewer.cam.type = mujoco.mjtCamera.mjCAMERA_FREE
            viewer.cam.azimuth, viewer.cam.elevation, viewer.cam.distance = 120, -25, 2.5
            viewer.opt.flags[mujoco.mjtVisFlag.mjVIS_JOINT] = 1
            decorate(viewer)
        viewer.sync()
        server.key("Tab")
        server.drag((300, 200), (340, 210), (380, 220))
        answers["angles"] = [viewer.cam.azimuth, viewer.cam.elevation]
        answers["decorated"] = settled()
        viewer.clear_figures()
        viewer.clear_texts()
        viewer.clear_images()

        # what the program changes in the model arrives when it says so
        m.tex_data[: m.tex_data.size // 2] = 90
        viewer.update_texture(0)
        m.hfield_data[:] = np.linspace(0, 1, m.nhfielddata) ** 2
        viewer.update_hfield(0)
        m.mesh_vert[3, 2] += 0.3
        viewer.update_mesh(0)
        d.qvel[0] = 2
        for _ in range(200):
            mujoco.mj_step(m, d)
            viewer.sync()
        answers["later"] = settled()
        server.key("F1")
        answers["help"] = settled()
        answers["running"] = viewer.is_running()
    answers["keys"] = keys
    answers["state"] = d.qpos.tolist()
    wait_until(lambda: not viewer.is_running() and threading.active_count() == 1)


def managed(answers):
    """launch returns when its window is closed, here by another thread."""
    m = mujoco.MjModel.from_xml_string(XML)
    d = mujoco.MjData(m)
    windows = []
    make = mujoco.viewer._Simulate

    def keep(*arguments):
        windows.append(make(*arguments))
        return windows[-1]

    def watch():
        try:
            wait_until(lambda: d.time > 0.2)
            Server().key("space")
            answers["launch"] = settled()
            before = d.time
            time.sleep(0.3)
            answers["time stands still"] = before == d.time
        finally:
            windows[0].exit()

    mujoco.viewer._Simulate = keep
    watcher = threading.Thread(target=watch)
    watcher.start()
    mujoco.viewer.launch(m, d, show_right_ui=False)
    watcher.join()


answers = {}
passive(answers)
managed(answers)
with open(sys.argv[1], "wb") as file:
    pickle.dump(answers, file)
