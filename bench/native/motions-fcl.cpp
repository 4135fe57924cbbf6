// FCL's continuous collision beside Limber's sweep: `motions-fcl <scene file>` builds both meshes' trees, then answers one
// command a line on standard input with one JSON object a line on standard output, so that the bench can take turns with it,
// and end it when a motion takes too long. It times each motion itself.
//
// The scene file, little-endian: int32 counts (vertices and triangles of A, of B, motions), then as doubles A's vertices, B's
// vertices and the motions (two poses of twelve numbers each, row-major 3x4, B in A's frame), then as uint32 A's and B's
// triangles. B's origin goes straight and B turns at a constant rate: FCL's InterpMotion about the origin of B.
//
// Commands: `advance <volume> <order> <motion>` is conservative advancement, volume `rss` or `obbrss`, order `ab` where the mesh
// that stands still is the first object and `ba` where it is the second; `sample <count> <motion>` collides at so many places
// along the way, its naive solver; `touch <motion> <at>` says whether the meshes touch then.
// Answers: {"micros": n, "collides": 0 or 1, "at": n}; for `touch` {"touch": 0 or 1}.
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

#include "common.hpp"

using Pose = fcl::Transform3d;
using Motion = fcl::InterpMotion<double>;

struct Mesh {
  std::vector<fcl::Vector3d> vertices;
  std::vector<fcl::Triangle> triangles;
};

Pose toPose(const double* p) {
  Pose pose = Pose::Identity();
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) pose.linear()(i, j) = p[4 * i + j];
    pose.translation()[i] = p[4 * i + 3];
  }
  return pose;
}

struct Scene {
  Mesh a, b;
  // The two poses of each motion.
  std::vector<Pose, Eigen::aligned_allocator<Pose>> poses;

  explicit Scene(const char* path) {
    std::ifstream in(path, std::ios::binary);
    const auto counts = readMany<std::int32_t>(in, 5);
    for (Mesh* mesh : {&a, &b}) {
      const std::size_t n = counts[mesh == &a ? 0 : 2];
      const auto p = readMany<double>(in, 3 * n);
      for (std::size_t i = 0; i < n; i++) mesh->vertices.emplace_back(p[3 * i], p[3 * i + 1], p[3 * i + 2]);
    }
    const auto p = readMany<double>(in, 24 * static_cast<std::size_t>(counts[4]));
    for (std::size_t k = 0; k < p.size(); k += 12) poses.push_back(toPose(&p[k]));
    for (Mesh* mesh : {&a, &b}) {
      const std::size_t n = counts[mesh == &a ? 1 : 3];
      const auto t = readMany<std::uint32_t>(in, 3 * n);
      for (std::size_t i = 0; i < n; i++) mesh->triangles.emplace_back(t[3 * i], t[3 * i + 1], t[3 * i + 2]);
    }
  }

  // The constructor that takes transforms leaves the reference point as it finds it; this one is told.
  Motion motion(std::size_t k) const {
    const Pose& from = poses.at(2 * k);
    const Pose& to = poses.at(2 * k + 1);
    return Motion(from.linear(), from.translation(), to.linear(), to.translation(), fcl::Vector3d::Zero());
  }
};

Motion standing() {
  const fcl::Matrix3d one = fcl::Matrix3d::Identity();
  const fcl::Vector3d zero = fcl::Vector3d::Zero();
  return Motion(one, zero, one, zero, zero);
}

template <typename BV>
std::shared_ptr<fcl::BVHModel<BV>> build(const Mesh& mesh) {
  auto model = std::make_shared<fcl::BVHModel<BV>>();
  model->beginModel(static_cast<int>(mesh.triangles.size()), static_cast<int>(mesh.vertices.size()));
  model->addSubModel(mesh.vertices, mesh.triangles);
  model->endModel();
  return model;
}

class Trees {
 public:
  virtual ~Trees() = default;
  virtual void run(const fcl::ContinuousCollisionRequestd& request, bool swapped, std::size_t k) = 0;
};

template <typename BV>
class TreesOf : public Trees {
 public:
  explicit TreesOf(const Scene& scene) : scene_(scene), a_(build<BV>(scene.a)), b_(build<BV>(scene.b)) {}

  void run(const fcl::ContinuousCollisionRequestd& request, bool swapped, std::size_t k) override {
    const Watch watch;
    const Motion still = standing();
    const Motion moving = scene_.motion(k);
    fcl::ContinuousCollisionResultd result;
    if (swapped) fcl::continuousCollide<double>(b_.get(), &moving, a_.get(), &still, request, result);
    else fcl::continuousCollide<double>(a_.get(), &still, b_.get(), &moving, request, result);
    std::printf("{\"micros\":%.17g,", watch.read());
    std::printf("\"collides\":%d,\"at\":%.17g}\n", result.is_collide ? 1 : 0, result.time_of_contact);
  }

  void touch(std::size_t k, double at) {
    const Motion moving = scene_.motion(k);
    moving.integrate(at);
    Pose pose;
    moving.getCurrentTransform(pose);
    fcl::CollisionResultd result;
    fcl::collide<double>(a_.get(), Pose::Identity(), b_.get(), pose, fcl::CollisionRequestd(1, false), result);
    std::printf("{\"touch\":%d}\n", result.isCollision() ? 1 : 0);
  }

 private:
  const Scene& scene_;
  std::shared_ptr<fcl::BVHModel<BV>> a_, b_;
};

int main(int argc, char** argv) try {
  if (argc != 2) throw std::runtime_error("usage: motions-fcl <scene file>");
  const Scene scene(argv[1]);
  TreesOf<fcl::OBB<double>> obb(scene);
  TreesOf<fcl::RSS<double>> rss(scene);
  TreesOf<fcl::OBBRSS<double>> obbrss(scene);
  std::printf("{\"version\":\"%s\"}\n", FCL_VERSION);
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string op;
    words >> op;
    if (op == "advance") {
      std::string volume, order;
      std::size_t k = 0;
      words >> volume >> order >> k;
      // Its limits on iterations and on the error of time are not looked at by conservative advancement of meshes.
      const fcl::ContinuousCollisionRequestd request(10, 1e-5, fcl::CCDM_LINEAR, fcl::GST_LIBCCD,
                                                     fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
      Trees& trees = volume == "rss" ? static_cast<Trees&>(rss) : obbrss;
      trees.run(request, order == "ba", k);
    } else if (op == "sample") {
      std::size_t samples = 0, k = 0;
      words >> samples >> k;
      const fcl::ContinuousCollisionRequestd request(samples, 1e-9, fcl::CCDM_LINEAR, fcl::GST_LIBCCD, fcl::CCDC_NAIVE);
      obb.run(request, false, k);
    } else if (op == "touch") {
      std::size_t k = 0;
      double at = 0;
      words >> k >> at;
      obb.touch(k, at);
    } else {
      throw std::runtime_error("no command is called " + op);
    }
    std::fflush(stdout);
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "motions-fcl: %s\n", error.what());
  return 1;
}
