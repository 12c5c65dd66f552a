// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstdio>
#include <new>
#include <tinyxml2.h>

#include "loaders/xml/tinyxml2_shim.h"

namespace {

// hands elements on to the functions of an XmlVisitor until one of them ends the walk
class Walk final : public tinyxml2::XMLVisitor {
 public:
  explicit Walk(const XmlVisitor& visitor) : visitor_(visitor) {}
  bool ended() const { return ended_; }

  bool VisitEnter(const tinyxml2::XMLElement& element,
                  const tinyxml2::XMLAttribute* first) override {
    int n = 0;
    for (const tinyxml2::XMLAttribute* a = first; a; a = a->Next())
      n++;
    ended_ = ended_ || visitor_.open(visitor_.context, element.Name(), n) != 0;
    for (const tinyxml2::XMLAttribute* a = first; a && !ended_; a = a->Next())
      ended_ = visitor_.attribute(visitor_.context, a->Name(), a->Value()) != 0;
    const tinyxml2::XMLNode* child = element.FirstChild();
    if (at_root_ && !ended_ && child && child->ToComment())
      ended_ = visitor_.comment(visitor_.context, child->Value()) != 0;
    at_root_ = false;
    return !ended_;
  }

  bool VisitExit(const tinyxml2::XMLElement&) override {
    ended_ = ended_ || visitor_.close(visitor_.context) != 0;
    return !ended_;
  }

 private:
  const XmlVisitor& visitor_;
  bool at_root_ = true;
  bool ended_ = false;
};

}  // namespace

// --------------------------------------------------------------- reading

XmlReadResult tinyxml2_read(const char* bytes, size_t nbyte, const XmlVisitor* visitor,
                            char* problem, size_t problem_size) {
  try {
    tinyxml2::XMLDocument document;
    if (document.Parse(bytes, nbyte) != tinyxml2::XML_SUCCESS) {
      std::snprintf(problem, problem_size, "%s", document.ErrorStr());
      return XML_REFUSED;
    }
    Walk walk(*visitor);
    if (const tinyxml2::XMLElement* root = document.RootElement())
      root->Accept(&walk);
    return walk.ended() ? XML_ENDED : XML_READ;
  } catch (...) {
    // the library throws nothing of its own; what comes here is std::bad_alloc of operator new
    return XML_NO_MEMORY;
  }
}

// --------------------------------------------------------------- writing

// prints to a function instead of a file
struct XmlPrinter final : tinyxml2::XMLPrinter {
  XmlPrinter(void (*write)(void*, const char*, size_t), void* context)
      : write_(write), context_(context) {}

  void Attribute(const char* name, const char* value) {
    in_attribute_ = true;
    PushAttribute(name, value);
    in_attribute_ = false;
  }

  void Reopen() { _elementJustOpened = true; }

 protected:
  void PrintSpace(int depth) override {
    static const char blanks[] = "                                ";
    const int most = static_cast<int>(sizeof blanks) - 1;
    for (int n = 2 * depth; n > 0; n -= most)
      write_(context_, blanks, static_cast<size_t>(n < most ? n : most));
  }

  void Putc(char c) override { write_(context_, &c, 1); }

  // the library has references for all that must not stand in a value, but not for line ends
  void Write(const char* text, size_t n) override {
    size_t done = 0;
    for (size_t i = 0; in_attribute_ && i < n; i++) {
      if (text[i] == '\n' || text[i] == '\t' || text[i] == '\r') {
        char reference[8];
        const int length = std::snprintf(reference, sizeof reference, "&#%d;", text[i]);
        write_(context_, text + done, i - done);
        write_(context_, reference, static_cast<size_t>(length));
        done = i + 1;
      }
    }
    write_(context_, text + done, n - done);
  }

 private:
  void (*write_)(void*, const char*, size_t);
  void* context_;
  bool in_attribute_ = false;
};

// 0, or -1 when a step of the printer cannot allocate
template <typename Step>
static int print(Step step) {
  try {
    step();
    return 0;
  } catch (...) {
    return -1;
  }
}

XmlPrinter* tinyxml2_printer(void (*write)(void* context, const char* text, size_t n),
                             void* context) {
  XmlPrinter* printer = nullptr;
  print([&] { printer = new XmlPrinter(write, context); });
  return printer;
}

void tinyxml2_free_printer(XmlPrinter* printer) { delete printer; }

int tinyxml2_open(XmlPrinter* printer, const char* tag) {
  return print([=] { printer->OpenElement(tag); });
}

int tinyxml2_attribute(XmlPrinter* printer, const char* name, const char* value) {
  return print([=] { printer->Attribute(name, value); });
}

int tinyxml2_close(XmlPrinter* printer) {
  return print([=] { printer->CloseElement(); });
}

int tinyxml2_comment(XmlPrinter* printer, const char* text) {
  return print([=] { printer->PushComment(text); });
}

void tinyxml2_reopen(XmlPrinter* printer) { printer->Reopen(); }
