"""Run from the checkout: PYTHONPATH=python LIMBER_COMMAND="node dist/bin/limber.js" python3 -m unittest discover -s python/tests"""

import gc
import json
import os
import pathlib
import signal
import sys
import tempfile
import threading
import unittest

import numpy as np

import limber

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"


class Worlds(unittest.TestCase):
    def setUp(self) -> None:
        self.world = limber.World(EXAMPLES / "cell.json", root=EXAMPLES)

    def test_what_a_world_says_of_itself(self) -> None:
        world = self.world
        self.assertEqual(world.dof, 5)
        self.assertEqual(world.variables[0], "arm/turn")
        np.testing.assert_array_equal(world.lower, [-3, -2, -2.6, -2, 0])
        np.testing.assert_array_equal(world.neutral, np.zeros(5))
        self.assertEqual((world.unseen, world.notes, world.nothing_to_check), ([], [], None))
        self.assertEqual(repr(world), "<limber.World of 5 joints and 11 objects>")

    def test_one_configuration_or_many(self) -> None:
        world = self.world
        bad = world.check(EXAMPLES / "through-post.json").witness
        rows = np.stack([world.neutral, bad, world.neutral])
        self.assertIs(world.collides(world.neutral), False)
        self.assertIs(world.collides(bad), True)
        self.assertIs(world.collides(list(bad)), True)
        self.assertIs(world.collides({"turn": 0.5}), False)
        found = world.collides(rows)
        self.assertEqual((found.dtype, found.tolist()), (np.dtype(bool), [False, True, False]))
        self.assertEqual(world.collides(rows[::2]).tolist(), [False, False])
        self.assertEqual(world.collides(np.asfortranarray(rows)).tolist(), [False, True, False])
        self.assertEqual(world.collides(rows.astype(">f8")).tolist(), [False, True, False])
        self.assertEqual(world.collides(np.zeros((0, 5))).tolist(), [])
        distances = world.distance(rows)
        self.assertEqual(distances.tolist(), [world.distance(world.neutral), 0.0, world.distance(world.neutral)])
        near = world.nearest(rows)
        self.assertEqual([one.distance for one in near], distances.tolist())
        self.assertAlmostEqual(float(np.linalg.norm(near[0].point_a - near[0].point_b)), distances[0])
        self.assertEqual(world.nearest({"arm/turn": 0}).a, near[0].a)

    def test_a_path_that_is_free(self) -> None:
        for path in (EXAMPLES / "round-post.json", self.full("round-post.json")):
            check = self.world.check(path)
            self.assertTrue(check.free)
            self.assertTrue(check)
            self.assertEqual((check.outcome, check.witness, check.pair), ("free", None, None))
            certificate = check.certificate
            self.assertEqual(certificate["kind"], "motion")
            self.assertTrue(self.world.verify(certificate))
            self.assertTrue(limber.verify(certificate, scene=EXAMPLES / "cell.json", root=EXAMPLES, exact=True).valid)

    def full(self, name: str) -> np.ndarray:
        """The waypoints of a path file as configurations."""
        content = json.loads((EXAMPLES / name).read_text())
        return np.stack([self.world.configuration(dict(zip(content["joints"], row))) for row in content["waypoints"]])

    def test_a_path_that_is_not(self) -> None:
        check = self.world.check(self.full("through-post.json"))
        self.assertFalse(check)
        self.assertEqual((check.outcome, check.certificate), ("collision", None))
        self.assertIn("post", check.pair)
        self.assertTrue(self.world.collides(check.witness))
        self.assertEqual((check.segment, check.at), (1, 0.5))
        self.assertIsNotNone(check.answer["contact"])
        close = self.world.check(self.full("round-post.json"), clearance=10)
        self.assertEqual(close.outcome, "closer-than-clearance")

    def test_plans_and_smoothing(self) -> None:
        world = self.world
        goal = self.full("round-post.json")[-1]
        plan = limber.plan(world, world.neutral, goal, seed=3, certificate=True)
        self.assertTrue(plan)
        np.testing.assert_array_equal(plan.path[-1], goal)
        self.assertTrue(world.verify(plan.certificate))
        self.assertTrue(world.check(plan.path).free)
        heard: list = []
        smoothed = limber.smooth(world, plan.path, progress=heard.append)
        self.assertTrue(smoothed)
        self.assertEqual(smoothed.path.shape[1], 5)
        self.assertLessEqual(smoothed.answer["length"], plan.answer["length"])
        self.assertGreater(len(heard), 0)
        blocked = world.plan(world.neutral, {"turn": 9})
        self.assertEqual((blocked.solved, blocked.outcome, blocked.path), (False, "invalid-goal", None))

    def test_changes(self) -> None:
        world = self.world
        path = EXAMPLES / "through-post.json"
        free = world.check(EXAMPLES / "round-post.json")
        world.move_obstacle("post", {"xyz": [0.35, 0.35, 9]})
        self.assertTrue(world.check(path))
        with self.assertRaisesRegex(limber.LimberError, "the world has changed since this path was checked"):
            free.certificate
        ball = {"kind": "sphere", "radius": 0.5}
        world.add_obstacle("ball", ball, {"xyz": [0, 0, 1.5]})
        self.assertIn("ball", world.objects)
        self.assertFalse(world.check(path))
        world.remove_obstacle("ball")
        world.attach("tool", "arm/hand", ball, touch=["cup"])
        self.assertFalse(world.check(path))
        world.detach("tool")
        self.assertTrue(world.check(path))
        world.add_obstacle("ball", ball, {"xyz": [0, 0, 1.5]})
        for name in world.objects:
            if name != "ball":
                world.allow("ball", name)
        self.assertTrue(world.check(path))
        world.disallow("ball", "arm/upper_arm")
        self.assertFalse(world.check(path))

    def test_a_world_from_content_and_from_a_robot_file(self) -> None:
        scene = {"limber": 1, "robots": [{"name": "one", "urdf": "arm.urdf"}]}
        with limber.Server(root=EXAMPLES) as server:
            # Paths in a scene without a file are from the folder that the server was started in.
            with self.assertRaises(limber.LimberError):
                limber.World({**scene, "robots": [{"name": "one", "urdf": "../arm.urdf"}]}, server=server)
            robot = limber.World(EXAMPLES / "arm.urdf", server=server, srdf=str(EXAMPLES / "arm.srdf"))
            self.assertEqual(robot.dof, 5)

    def test_batches(self) -> None:
        jobs = [{"job": "check", "scene": "cell.json", "path": name} for name in ("round-post.json", "lost.json")]
        cell = {"scene": str(EXAMPLES / "cell.json")}
        answers = limber.batch(
            [{**job, **cell, "path": str(EXAMPLES / job["path"])} for job in jobs], workers=1, root=EXAMPLES
        )
        self.assertEqual(answers[0]["outcome"], "free")
        self.assertEqual(answers[1]["error"]["name"], "SceneFileError")
        self.assertEqual(limber.batch([], root=EXAMPLES), [])

    def test_what_cannot_be_used(self) -> None:
        world = self.world
        with self.assertRaisesRegex(limber.LimberError, "nowhere.json: expected a file that can be read") as caught:
            limber.World(EXAMPLES / "nowhere.json", root=EXAMPLES)
        self.assertEqual(caught.exception.name, "SceneFileError")
        with self.assertRaisesRegex(ValueError, "a file inside the root folder"):
            limber.World(EXAMPLES.parent / "package.json", root=EXAMPLES)
        with self.assertRaisesRegex(limber.InvalidInput, r"expected 5 numbers, or an array of shape \(n, 5\), got one of shape \(2,\)"):
            world.collides([1, 2])
        with self.assertRaisesRegex(limber.InvalidInput, "no field of that name") as invalid:
            world.check(EXAMPLES / "round-post.json", clearence=1)
        self.assertEqual(invalid.exception.field, "clearence")
        with self.assertRaisesRegex(limber.InvalidInput, "joint 'trun': expected one of arm/turn"):
            world.collides({"trun": 1})
        with self.assertRaises(limber.InvalidInput):
            world.collides(np.full(5, np.nan))

    def test_a_world_is_closed_when_it_is_left_or_forgotten(self) -> None:
        with limber.World(EXAMPLES / "cell.json", root=EXAMPLES) as world:
            server = world._server
        with self.assertRaisesRegex(limber.LimberError, "this world was closed"):
            world.collides(np.zeros(5))
        forgotten = limber.World(EXAMPLES / "cell.json", root=EXAMPLES)
        handle = forgotten._handle
        del forgotten
        gc.collect()
        with self.assertRaisesRegex(limber.InvalidInput, "a world that is open"):
            server.call("collides", {"world": handle, "q": [[0, 0, 0, 0, 0]]})

    def test_threads_may_share_a_world(self) -> None:
        rows = np.random.default_rng(1).uniform(-1, 1, (40, 5))
        expected = self.world.distance(rows)
        found = [0.0] * len(rows)

        def ask(start: int) -> None:
            for k in range(start, len(rows), 4):
                found[k] = self.world.distance(rows[k])

        threads = [threading.Thread(target=ask, args=(k,)) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, expected.tolist())


class Servers(unittest.TestCase):
    def test_ctrl_c_cancels_and_the_server_goes_on(self) -> None:
        with limber.Server(root=EXAMPLES) as server:
            world = limber.World(EXAMPLES / "cell.json", server=server)
            interrupted: list = []

            def interrupt(_: object) -> None:
                if not interrupted:
                    interrupted.append(True)
                    threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()

            with self.assertRaises(KeyboardInterrupt):
                world.smooth(EXAMPLES / "round-post.json", rounds=10**9, progress=interrupt)
            self.assertFalse(world.collides(world.neutral))

    def test_an_error_in_a_progress_callback_cancels(self) -> None:
        with limber.Server(root=EXAMPLES) as server:
            world = limber.World(EXAMPLES / "cell.json", server=server)
            with self.assertRaises(ZeroDivisionError):
                world.smooth(EXAMPLES / "round-post.json", rounds=10**9, progress=lambda _: 1 // 0)
            self.assertFalse(world.collides(world.neutral))

    def test_a_server_that_died(self) -> None:
        server = limber.Server(root=EXAMPLES)
        world = limber.World(EXAMPLES / "cell.json", server=server)
        server._process.kill()
        with self.assertRaisesRegex(limber.ServerDied, "limber serve has ended with exit code -9"):
            world.collides(world.neutral)
        server.close()
        with self.assertRaisesRegex(limber.ServerDied, "this server was closed"):
            world.collides(world.neutral)
        world.close()

    def test_a_default_server_that_died_is_started_again(self) -> None:
        world = limber.World(EXAMPLES / "cell.json", root=EXAMPLES.parent)
        world._server._process.kill()
        world._server._process.wait()
        self.assertEqual(limber.World(EXAMPLES / "cell.json", root=EXAMPLES.parent).dof, 5)

    @unittest.skipUnless(hasattr(os, "fork"), "this system has no fork")
    def test_a_forked_process_opens_its_own_world(self) -> None:
        world = limber.World(EXAMPLES / "cell.json", root=EXAMPLES)
        child = os.fork()
        if child == 0:
            code = 1
            try:
                try:
                    world.collides(world.neutral)
                except limber.ServerDied as error:
                    own = limber.World(EXAMPLES / "cell.json", root=EXAMPLES)
                    good = "after a fork, open the world again" in str(error) and not own.collides(own.neutral)
                    own._server.close()
                    code = 0 if good else 2
            finally:
                os._exit(code)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        self.assertFalse(world.collides(world.neutral))

    def test_commands_that_do_not_work(self) -> None:
        with self.assertRaisesRegex(limber.ServerDied, "Limber could not be started with 'no-such-command'"):
            limber.Server("no-such-command")
        with self.assertRaisesRegex(limber.ServerDied, "has ended with exit code 1: out of luck"):
            limber.Server([sys.executable, "-c", "import sys; sys.exit('out of luck')"])

    def test_nothing_is_found(self) -> None:
        kept = {name: os.environ.pop(name, None) for name in ("LIMBER_COMMAND", "PATH")}
        try:
            os.environ["PATH"] = tempfile.gettempdir()
            with self.assertRaisesRegex(limber.ServerDied, "Limber was not found: expected the argument `command`"):
                limber.Server()
        finally:
            os.environ.update({name: value for name, value in kept.items() if value is not None})


if __name__ == "__main__":
    unittest.main()
