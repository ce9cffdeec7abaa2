// A program that no_threads.cpp has to end.

#include <thread>

int main() {
    std::thread([] {}).join();
}
