"""Reports from Assay's logs: one module reads (`read`), one computes (`compute`), the others render."""
