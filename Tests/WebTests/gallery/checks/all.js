export { contrast } from './contrast.js';
export { destroying, emphasised, small, unmarked } from './controls.js';
export { cut } from './cut.js';
export { broken, crowded, overlapping } from './lines.js';
export { piled } from './piled.js';
export { columns, outside, sideways } from './width.js';
export { uncatalogued } from './words.js';
