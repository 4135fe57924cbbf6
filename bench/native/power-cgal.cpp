// CGAL's regular triangulation beside Limber's: `power-cgal <balls file>` answers one command a line on standard input with one
// JSON object a line on standard output, so that the bench can take turns with it. It times each construction itself.
//
// The balls file, little-endian doubles: x, y, z, r each. CGAL weighs a ball by the square of its radius, rounded to a double.
//
// Commands: `build` makes the triangulation anew, in the order that CGAL chooses; `list <file>` writes the last one's
// tetrahedra to a file, four int32 each, corners ascending.
// Answers: {"micros": n, "tetrahedra": n, "hidden": n}; for `list` {"tetrahedra": n}.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Regular_triangulation_3.h>
#include <CGAL/Regular_triangulation_cell_base_3.h>
#include <CGAL/Regular_triangulation_vertex_base_3.h>
#include <CGAL/Triangulation_vertex_base_with_info_3.h>
#include <CGAL/version.h>

#include "common.hpp"

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Base = CGAL::Regular_triangulation_vertex_base_3<Kernel>;
using Vertex = CGAL::Triangulation_vertex_base_with_info_3<std::int32_t, Kernel, Base>;
using Cell = CGAL::Regular_triangulation_cell_base_3<Kernel>;
using Triangulation = CGAL::Regular_triangulation_3<Kernel, CGAL::Triangulation_data_structure_3<Vertex, Cell>>;
using Ball = std::pair<Kernel::Weighted_point_3, std::int32_t>;

std::vector<Ball> readBalls(const char* path) {
  std::ifstream in(path, std::ios::binary);
  std::vector<Ball> balls;
  std::array<double, 4> p;
  while (in.read(reinterpret_cast<char*>(p.data()), sizeof p)) {
    const Kernel::Weighted_point_3 ball(Kernel::Point_3(p[0], p[1], p[2]), p[3] * p[3]);
    balls.emplace_back(ball, static_cast<std::int32_t>(balls.size()));
  }
  return balls;
}

std::size_t writeTetrahedra(const Triangulation& triangulation, const std::string& path) {
  std::ofstream out(path, std::ios::binary);
  for (const auto cell : triangulation.finite_cell_handles()) {
    std::array<std::int32_t, 4> corners;
    for (int k = 0; k < 4; k++) corners[k] = cell->vertex(k)->info();
    std::sort(corners.begin(), corners.end());
    out.write(reinterpret_cast<const char*>(corners.data()), sizeof corners);
  }
  return triangulation.number_of_finite_cells();
}

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: power-cgal <balls file>\n");
    return 2;
  }
  const std::vector<Ball> balls = readBalls(arguments[1]);
  std::unique_ptr<Triangulation> triangulation;
  std::printf("{\"version\":\"%s\"}\n", CGAL_VERSION_STR);
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string command;
    std::string path;
    words >> command >> path;
    if (command == "build") {
      triangulation.reset();
      const Watch watch;
      triangulation = std::make_unique<Triangulation>(balls.begin(), balls.end());
      const double micros = watch.read();
      std::printf("{\"micros\":%.17g,\"tetrahedra\":%zu,\"hidden\":%zu}\n", micros,
                  static_cast<std::size_t>(triangulation->number_of_finite_cells()),
                  balls.size() - static_cast<std::size_t>(triangulation->number_of_vertices()));
    } else if (command == "list" && triangulation != nullptr) {
      std::printf("{\"tetrahedra\":%zu}\n", writeTetrahedra(*triangulation, path));
    } else {
      std::fprintf(stderr, "power-cgal: cannot %s\n", line.c_str());
      return 2;
    }
    std::fflush(stdout);
  }
  return 0;
}
