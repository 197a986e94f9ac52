// The JSON that the wire protocol needs: values on one line.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

struct Json {
  enum Kind { Null, Boolean, Integer, String, Array, Object } kind = Null;
  long number = 0;
  std::string text;
  std::vector<Json> elements;
  std::map<std::string, Json> members;

  Json() {}
  Json(bool value) : kind(Boolean), number(value) {}
  Json(int value) : kind(Integer), number(value) {}
  Json(const std::string &value) : kind(String), text(value) {}
  Json(const char *value) : kind(String), text(value) {}
  Json(const std::vector<std::string> &values) : kind(Array) {
    for (auto &value : values) elements.push_back(Json(value));
  }

  const Json &operator[](const std::string &name) const {
    static const Json nothing;
    auto found = members.find(name);
    return found == members.end() ? nothing : found->second;
  }

  std::vector<std::string> strings() const {
    std::vector<std::string> result;
    for (auto &element : elements) result.push_back(element.text);
    return result;
  }

  std::string line() const {
    switch (kind) {
    case Null: return "null";
    case Boolean: return number ? "true" : "false";
    case Integer: return std::to_string(number);
    case String: return "\"" + text + "\""; // names and words: nothing to escape
    case Array: {
      std::string result;
      for (auto &element : elements) result += (result.empty() ? "" : ",") + element.line();
      return "[" + result + "]";
    }
    case Object: break;
    }
    std::string result;
    for (auto &member : members)
      result += (result.empty() ? "\"" : ",\"") + member.first + "\":" + member.second.line();
    return "{" + result + "}";
  }

  static Json parse(const std::string &line) {
    size_t at = 0;
    return value(line, at);
  }

private:
  static char peek(const std::string &line, size_t &at) {
    while (at < line.size() && isspace(static_cast<unsigned char>(line[at]))) at++;
    if (at == line.size()) throw std::runtime_error("the line ends too early");
    return line[at];
  }

  static std::string string(const std::string &line, size_t &at) {
    std::string result;
    for (at++; at < line.size() && line[at] != '"'; at++) {
      if (line[at] == '\\') at++; // names and words hold no other escapes
      result += line[at];
    }
    at++;
    return result;
  }

  static Json value(const std::string &line, size_t &at) {
    Json result;
    char first = peek(line, at);
    if (first == '"') return Json(string(line, at));
    if (first == '[' || first == '{') {
      result.kind = first == '[' ? Array : Object;
      for (at++; peek(line, at) != (first == '[' ? ']' : '}');) {
        if (line[at] == ',') {
          at++;
          continue;
        }
        if (first == '[') {
          result.elements.push_back(value(line, at));
          continue;
        }
        std::string name = string(line, at);
        if (peek(line, at) == ':') at++;
        result.members[name] = value(line, at);
      }
      at++;
      return result;
    }
    size_t end = line.find_first_of(",]} \t", at);
    std::string word = line.substr(at, end - at);
    at = end == std::string::npos ? line.size() : end;
    if (word == "true" || word == "false") return Json(word == "true");
    if (word == "null") return result;
    return Json(std::stoi(word));
  }
};
