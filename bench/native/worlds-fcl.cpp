// FCL's broad and narrow phase beside Limber's worlds: `worlds-fcl <scene file>` builds the geometry, then answers one command
// a line on standard input with one JSON object a line on standard output, so that the bench can take turns with it. It times
// its rounds itself.
//
// The robot's geometries are in one dynamic AABB tree, which is updated for every configuration, the obstacles in another. The
// poses of all geometries come with the file, so FCL is not charged with kinematics.
//
// The scene file, little-endian. int32: bodies (links, then obstacles), geometries of the robot, obstacles, configurations.
// Then the geometries and the obstacles, each: int32 kind (0 sphere, 1 capsule, 2 box, 3 cylinder, 4 mesh), int32 body, twelve
// doubles of pose (row-major 3x4, of an obstacle only: a robot's geometry is placed by the configurations), three doubles of
// size (radius; radius and length; the three sides; radius and length; none), and for a mesh int32 vertices, int32 triangles,
// vertices as doubles, triangles as uint32. Then a byte for every two bodies, 1 where they are to be checked for contact, and
// the same for distances. Then the poses: twelve doubles for every geometry of the robot in every configuration.
//
// Commands: `run <volume> <solver> <op> <count> <block>`, volume `obb` or `obbrss`, solver `ccd` or `indep`, op `collide`
// (stops at the first contact) or `distance` (the least over all checked pairs). The first `count` configurations are asked.
// Answer: {"micros": [one a block of `block` configurations], "answers": [...]}, 1 or 0, or the distance.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <limits>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcl/fcl.h>

#include "common.hpp"

using Pose = fcl::Transform3d;
using Manager = fcl::DynamicAABBTreeCollisionManagerd;

std::int32_t readInt(std::istream& in) { return readMany<std::int32_t>(in, 1)[0]; }

Pose toPose(const double* p) {
  Pose pose = Pose::Identity();
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) pose.linear()(i, j) = p[4 * i + j];
    pose.translation()[i] = p[4 * i + 3];
  }
  return pose;
}

struct Geometry {
  std::int32_t kind = 0;
  std::intptr_t body = 0;
  Pose pose;
  std::vector<double> size;
  std::vector<fcl::Vector3d> vertices;
  std::vector<fcl::Triangle> triangles;
};

using Poses = std::vector<Pose, Eigen::aligned_allocator<Pose>>;
using Geometries = std::vector<Geometry, Eigen::aligned_allocator<Geometry>>;

struct Scene {
  std::size_t bodies, configurations;
  Geometries moving, still;
  std::vector<std::uint8_t> checked, counted;
  Poses poses;

  explicit Scene(const char* path) {
    std::ifstream in(path, std::ios::binary);
    const auto counts = readMany<std::int32_t>(in, 4);
    bodies = counts[0];
    configurations = counts[3];
    for (std::int32_t k = 0; k < counts[1]; k++) moving.push_back(readGeometry(in));
    for (std::int32_t k = 0; k < counts[2]; k++) still.push_back(readGeometry(in));
    checked = readMany<std::uint8_t>(in, bodies * bodies);
    counted = readMany<std::uint8_t>(in, bodies * bodies);
    const auto p = readMany<double>(in, 12 * moving.size() * configurations);
    for (std::size_t i = 0; i < p.size(); i += 12) poses.push_back(toPose(&p[i]));
  }

  static Geometry readGeometry(std::istream& in) {
    Geometry g;
    g.kind = readInt(in);
    g.body = readInt(in);
    g.pose = toPose(readMany<double>(in, 12).data());
    g.size = readMany<double>(in, 3);
    if (g.kind != 4) return g;
    const std::size_t vertices = readInt(in), triangles = readInt(in);
    const auto p = readMany<double>(in, 3 * vertices);
    for (std::size_t i = 0; i < vertices; i++) g.vertices.emplace_back(p[3 * i], p[3 * i + 1], p[3 * i + 2]);
    const auto t = readMany<std::uint32_t>(in, 3 * triangles);
    for (std::size_t i = 0; i < triangles; i++) g.triangles.emplace_back(t[3 * i], t[3 * i + 1], t[3 * i + 2]);
    return g;
  }
};

template <typename BV>
std::shared_ptr<fcl::CollisionGeometryd> build(const Geometry& g) {
  switch (g.kind) {
    case 0: return std::make_shared<fcl::Sphered>(g.size[0]);
    case 1: return std::make_shared<fcl::Capsuled>(g.size[0], g.size[1]);
    case 2: return std::make_shared<fcl::Boxd>(g.size[0], g.size[1], g.size[2]);
    case 3: return std::make_shared<fcl::Cylinderd>(g.size[0], g.size[1]);
    case 4: {
      auto model = std::make_shared<fcl::BVHModel<BV>>();
      model->beginModel(static_cast<int>(g.triangles.size()), static_cast<int>(g.vertices.size()));
      model->addSubModel(g.vertices, g.triangles);
      model->endModel();
      return model;
    }
    default: throw std::runtime_error("no such kind of geometry");
  }
}

// What the callbacks are handed. An object's user data is the number of its body.
struct Query {
  const std::uint8_t* checked;
  std::size_t bodies;
  fcl::CollisionRequestd collision;
  fcl::DistanceRequestd distanceRequest;
  bool hit;
  double distance;

  bool skips(const fcl::CollisionObjectd* a, const fcl::CollisionObjectd* b) const {
    const auto i = reinterpret_cast<std::intptr_t>(a->getUserData());
    const auto j = reinterpret_cast<std::intptr_t>(b->getUserData());
    return checked[i * bodies + j] == 0;
  }
};

bool onCollision(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data) {
  Query& query = *static_cast<Query*>(data);
  if (query.skips(a, b)) return false;
  fcl::CollisionResultd result;
  fcl::collide(a, b, query.collision, result);
  if (result.isCollision()) query.hit = true;
  return query.hit;
}

bool onDistance(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data, double& least) {
  Query& query = *static_cast<Query*>(data);
  if (!query.skips(a, b)) {
    fcl::DistanceResultd result;
    fcl::distance(a, b, query.distanceRequest, result);
    query.distance = std::min(query.distance, result.min_distance);
  }
  least = query.distance;
  return query.distance <= 0;
}

class World {
 public:
  virtual ~World() = default;
  virtual void run(const std::string& solver, const std::string& op, std::size_t count, std::size_t block) = 0;
};

template <typename BV>
class WorldOf : public World {
 public:
  explicit WorldOf(const Scene& scene) : scene_(scene) {
    for (const Geometry& g : scene.moving) robot_.registerObject(add(moving_, g));
    for (const Geometry& g : scene.still) obstacles_.registerObject(add(still_, g));
    robot_.setup();
    obstacles_.setup();
  }

  void run(const std::string& solver, const std::string& op, std::size_t count, std::size_t block) override {
    const auto type = solver == "ccd" ? fcl::GST_LIBCCD : fcl::GST_INDEP;
    const auto& pairs = op == "collide" ? scene_.checked : scene_.counted;
    Query query{pairs.data(), scene_.bodies, fcl::CollisionRequestd(1, false), fcl::DistanceRequestd(), false, 0};
    query.collision.gjk_solver_type = type;
    query.distanceRequest = fcl::DistanceRequestd(false, false, 0.0, 0.0, 1e-6, type);
    std::vector<double> micros, answers(count);
    for (std::size_t k = 0; k < count;) {
      const Watch watch;
      for (const std::size_t end = std::min(count, k + block); k < end; k++) {
        place(k);
        answers[k] = op == "collide" ? collides(query) : distance(query);
      }
      micros.push_back(watch.read());
    }
    std::printf("{");
    printList("micros", micros);
    std::printf(",");
    printList("answers", answers);
    std::printf("}\n");
  }

 private:
  using Objects = std::vector<std::unique_ptr<fcl::CollisionObjectd>>;

  static fcl::CollisionObjectd* add(Objects& objects, const Geometry& g) {
    objects.emplace_back(new fcl::CollisionObjectd(build<BV>(g), g.pose));
    objects.back()->setUserData(reinterpret_cast<void*>(g.body));
    return objects.back().get();
  }

  void place(std::size_t k) {
    const Pose* poses = &scene_.poses[k * moving_.size()];
    for (std::size_t i = 0; i < moving_.size(); i++) {
      moving_[i]->setTransform(poses[i]);
      moving_[i]->computeAABB();
    }
    robot_.update();
  }

  double collides(Query& query) {
    query.hit = false;
    if (!still_.empty()) robot_.collide(&obstacles_, &query, onCollision);
    if (!query.hit) robot_.collide(&query, onCollision);
    return query.hit ? 1 : 0;
  }

  double distance(Query& query) {
    query.distance = std::numeric_limits<double>::infinity();
    if (!still_.empty()) robot_.distance(&obstacles_, &query, onDistance);
    if (query.distance > 0) robot_.distance(&query, onDistance);
    return query.distance;
  }

  const Scene& scene_;
  Objects moving_, still_;
  Manager robot_, obstacles_;
};

int main(int argc, char** argv) try {
  if (argc != 2) throw std::runtime_error("usage: worlds-fcl <scene file>");
  const Scene scene(argv[1]);
  WorldOf<fcl::OBB<double>> obb(scene);
  WorldOf<fcl::OBBRSS<double>> obbrss(scene);
  std::printf("{\"version\":\"%s\"}\n", FCL_VERSION);
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string command, volume, solver, op;
    std::size_t count = 0, block = 0;
    words >> command >> volume >> solver >> op >> count >> block;
    if (command != "run" || block == 0 || count > scene.configurations) throw std::runtime_error("no such command: " + line);
    World& world = volume == "obb" ? static_cast<World&>(obb) : obbrss;
    world.run(solver, op, count, block);
    std::fflush(stdout);
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "worlds-fcl: %s\n", error.what());
  return 1;
}
