// What the programs here have in common: a clock, and numbers read and printed.
#pragma once
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <istream>
#include <stdexcept>
#include <vector>

using Clock = std::chrono::steady_clock;

template <typename T>
std::vector<T> readMany(std::istream& in, std::size_t count) {
  std::vector<T> out(count);
  in.read(reinterpret_cast<char*>(out.data()), static_cast<std::streamsize>(count * sizeof(T)));
  if (!in) throw std::runtime_error("the scene file is too short");
  return out;
}

inline double cpuMicros() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

// Microseconds. What takes longer than one thousand has shared the processor with other work if there is any: then the time
// counts that this process has had the processor, if that is less. meshes/contender.ts does the same.
class Watch {
 public:
  double read() const {
    const double wall = std::chrono::duration<double, std::micro>(Clock::now() - start_).count();
    return wall < 1000 ? wall : std::min(wall, cpuMicros() - cpu_);
  }

 private:
  const double cpu_ = cpuMicros();
  const Clock::time_point start_ = Clock::now();
};

inline void printList(const char* name, const std::vector<double>& values) {
  std::printf("\"%s\":[", name);
  for (std::size_t i = 0; i < values.size(); i++) std::printf(i == 0 ? "%.17g" : ",%.17g", values[i]);
  std::printf("]");
}
