# Sources of the pictures, for the command and for their tests.
set(SUPDICT_PICTURES_SOURCES
  atom_sheet.cpp
  atom_votes.cpp
  atoms.cpp
  atoms_section.cpp
  evaluation.cpp
  evaluation_section.cpp
  hardest_section.cpp
  headline.cpp
  html_page.cpp
  png_encode.cpp
  raster.cpp
  report.cpp
  svg_chart.cpp
  text.cpp
  tile.cpp
  training_notes.cpp
  training_section.cpp
)
list(TRANSFORM SUPDICT_PICTURES_SOURCES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
