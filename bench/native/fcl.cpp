// FCL beside Limber: `fcl <scene file>` builds both meshes' trees, then answers one command a line on standard input with one
// JSON object a line on standard output, so that the bench can take turns with it. It times each query itself.
//
// The scene file, little-endian: int32 counts (vertices and triangles of A, of B, poses), then as doubles A's vertices, B's
// vertices and the poses (twelve numbers each, row-major 3x4, B in A's frame), then as uint32 A's and B's triangles.
//
// Commands: `<op> <volume> <points> <first> <count>`, op `collide` or `distance`, volume `obb`, `rss` or `obbrss`, points 1
// where contact or nearest points are wanted; `counts <op> <volume> <count>` counts tests; `build <volume>` builds A once more.
// Answers: {"micros": [...], "answers": [...]}, {"volumeTests": mean, "leafTests": mean}, {"micros": n, "bytes": n}.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcl/fcl.h>
#include <fcl/narrowphase/detail/traversal/collision/mesh_collision_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/collision_node.h>
#include <fcl/narrowphase/detail/traversal/distance/mesh_distance_traversal_node.h>

#include "common.hpp"

using Pose = fcl::Transform3d;

struct Mesh {
  std::vector<fcl::Vector3d> vertices;
  std::vector<fcl::Triangle> triangles;
};

struct Scene {
  Mesh a, b;
  std::vector<Pose> poses;

  explicit Scene(const char* path) {
    std::ifstream in(path, std::ios::binary);
    const auto counts = readMany<std::int32_t>(in, 5);
    for (Mesh* mesh : {&a, &b}) {
      const std::size_t n = counts[mesh == &a ? 0 : 2];
      const auto p = readMany<double>(in, 3 * n);
      for (std::size_t i = 0; i < n; i++) mesh->vertices.emplace_back(p[3 * i], p[3 * i + 1], p[3 * i + 2]);
    }
    const auto p = readMany<double>(in, 12 * static_cast<std::size_t>(counts[4]));
    for (std::int32_t k = 0; k < counts[4]; k++) {
      Pose pose = Pose::Identity();
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) pose.linear()(i, j) = p[12 * k + 4 * i + j];
        pose.translation()[i] = p[12 * k + 4 * i + 3];
      }
      poses.push_back(pose);
    }
    for (Mesh* mesh : {&a, &b}) {
      const std::size_t n = counts[mesh == &a ? 1 : 3];
      const auto t = readMany<std::uint32_t>(in, 3 * n);
      for (std::size_t i = 0; i < n; i++) mesh->triangles.emplace_back(t[3 * i], t[3 * i + 1], t[3 * i + 2]);
    }
  }
};

template <typename BV>
std::shared_ptr<fcl::BVHModel<BV>> build(const Mesh& mesh) {
  auto model = std::make_shared<fcl::BVHModel<BV>>();
  model->beginModel(static_cast<int>(mesh.triangles.size()), static_cast<int>(mesh.vertices.size()));
  model->addSubModel(mesh.vertices, mesh.triangles);
  model->endModel();
  return model;
}

// First contact only, exact distance; points as asked for. These are what a caller of either library would ask.
fcl::CollisionRequestd collisionRequest(bool points) { return fcl::CollisionRequestd(1, points); }
fcl::DistanceRequestd distanceRequest(bool points) { return fcl::DistanceRequestd(points, false, 0.0, 0.0); }

// The traversal nodes that fcl::collide and fcl::distance make for these volumes; only counting needs to see them.
template <typename BV> struct Nodes;
template <> struct Nodes<fcl::OBB<double>> {
  using Collision = fcl::detail::MeshCollisionTraversalNodeOBB<double>;
};
template <> struct Nodes<fcl::RSS<double>> {
  using Collision = fcl::detail::MeshCollisionTraversalNodeRSS<double>;
  using Distance = fcl::detail::MeshDistanceTraversalNodeRSS<double>;
};
template <> struct Nodes<fcl::OBBRSS<double>> {
  using Collision = fcl::detail::MeshCollisionTraversalNodeOBBRSS<double>;
  using Distance = fcl::detail::MeshDistanceTraversalNodeOBBRSS<double>;
};

class Trees {
 public:
  virtual ~Trees() = default;
  virtual void run(const std::string& op, bool points, std::size_t first, std::size_t count) = 0;
  virtual void count(const std::string& op, std::size_t count) = 0;
  virtual void rebuild() = 0;
};

template <typename BV>
class TreesOf : public Trees {
 public:
  explicit TreesOf(const Scene& scene) : scene_(scene), a_(build<BV>(scene.a)), b_(build<BV>(scene.b)) {}

  void run(const std::string& op, bool points, std::size_t first, std::size_t count) override {
    std::vector<double> micros, answers;
    for (std::size_t k = first; k < first + count; k++) {
      const Pose& pose = scene_.poses.at(k);
      const Watch watch;
      double answer = 0;
      if (op == "collide") {
        fcl::CollisionResultd result;
        fcl::collide(a_.get(), identity_, b_.get(), pose, collisionRequest(points), result);
        answer = result.isCollision() ? 1 : 0;
      } else {
        fcl::DistanceResultd result;
        fcl::distance(a_.get(), identity_, b_.get(), pose, distanceRequest(points), result);
        answer = result.min_distance;
      }
      micros.push_back(watch.read());
      answers.push_back(answer);
    }
    std::printf("{");
    printList("micros", micros);
    std::printf(",");
    printList("answers", answers);
    std::printf("}\n");
  }

  void count(const std::string& op, std::size_t count) override {
    double volumes = 0, triangles = 0;
    for (std::size_t k = 0; k < count; k++) {
      const Pose& pose = scene_.poses.at(k);
      if (op == "collide") countCollision(pose, volumes, triangles);
      else countDistance<BV>(pose, volumes, triangles, 0);
    }
    std::printf("{\"volumeTests\":%.17g,\"leafTests\":%.17g}\n", volumes / count, triangles / count);
  }

  void rebuild() override {
    const Watch watch;
    const auto model = build<BV>(scene_.a);
    const double micros = watch.read();
    // BVHModel::memUsage only prints: the nodes, and the order of the triangles.
    const std::size_t bytes = model->getNumBVs() * sizeof(fcl::BVNode<BV>) + model->num_tris * sizeof(unsigned int);
    std::printf("{\"micros\":%.17g,\"bytes\":%zu}\n", micros, bytes);
  }

 private:
  void countCollision(const Pose& pose, double& volumes, double& triangles) {
    fcl::CollisionResultd result;
    typename Nodes<BV>::Collision node;
    fcl::detail::initialize(node, *a_, identity_, *b_, pose, collisionRequest(false), result);
    node.enableStatistics(true);
    fcl::detail::collide(&node);
    volumes += node.num_bv_tests;
    triangles += node.num_leaf_tests;
  }

  template <typename T>
  auto countDistance(const Pose& pose, double& volumes, double& triangles, int)
      -> decltype(typename Nodes<T>::Distance(), void()) {
    fcl::DistanceResultd result;
    typename Nodes<T>::Distance node;
    fcl::detail::initialize(node, *a_, identity_, *b_, pose, distanceRequest(false), result);
    node.enableStatistics(true);
    fcl::detail::distance(&node);
    volumes += node.num_bv_tests;
    triangles += node.num_leaf_tests;
  }
  template <typename T>
  void countDistance(const Pose&, double&, double&, long) {
    throw std::runtime_error("FCL has no distance for this volume");
  }

  const Scene& scene_;
  const Pose identity_ = Pose::Identity();
  std::shared_ptr<fcl::BVHModel<BV>> a_, b_;
};

int main(int argc, char** argv) try {
  if (argc != 2) throw std::runtime_error("usage: fcl <scene file>");
  const Scene scene(argv[1]);
  TreesOf<fcl::OBB<double>> obb(scene);
  TreesOf<fcl::RSS<double>> rss(scene);
  TreesOf<fcl::OBBRSS<double>> obbrss(scene);
  const auto trees = [&](const std::string& volume) -> Trees& {
    if (volume == "obb") return obb;
    if (volume == "rss") return rss;
    if (volume == "obbrss") return obbrss;
    throw std::runtime_error("no volume is called " + volume);
  };
  std::printf("{\"version\":\"%s\"}\n", FCL_VERSION);
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string op, volume;
    words >> op;
    if (op == "build") {
      words >> volume;
      trees(volume).rebuild();
    } else if (op == "counts") {
      std::size_t count = 0;
      words >> op >> volume >> count;
      trees(volume).count(op, count);
    } else if (op == "collide" || op == "distance") {
      bool points = false;
      std::size_t first = 0, count = 0;
      words >> volume >> points >> first >> count;
      trees(volume).run(op, points, first, count);
    } else {
      throw std::runtime_error("no command is called " + op);
    }
    std::fflush(stdout);
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "fcl: %s\n", error.what());
  return 1;
}
