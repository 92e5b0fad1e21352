/** The border of the house: opposed teeth and slanting strokes between two hairlines, in the manner of a kapa edge. */

/** Size of one tile in its own units; it repeats sideways without a seam. */
export const kapaTile = { width: 48, height: 12 } as const;

const hairlines = 'M0 0h48v.7H0zM0 11.3h48v.7H0z';
const upperTeeth = [0, 8, 16, 24].map((x) => `M${x} 1.6h8L${x + 4} 5.3z`).join('');
const lowerTeeth = [4, 12, 20].map((x) => `M${x} 10.4h8L${x + 4} 6.7z`).join('');
const lowerEnds = 'M0 6.7L4 10.4H0zM28 10.4L32 6.7V10.4z';
const strokes = [34, 38, 42].map((x) => `M${x} 10.4L${x + 2.6} 1.6h1.6L${x + 1.6} 10.4z`).join('');

/** Path data of one tile, to be filled with one colour. */
export const kapaPath = hairlines + upperTeeth + lowerTeeth + lowerEnds + strokes;
