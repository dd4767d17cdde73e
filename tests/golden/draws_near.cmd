myth odds tests/semantics/34_shapes.myth --policy first
