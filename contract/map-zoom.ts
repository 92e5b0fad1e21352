/** Finer pictures of the map no page asks for: it enlarges these. */
export const deepestZoom = 16;
