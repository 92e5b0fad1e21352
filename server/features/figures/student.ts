/** How likely Student's t is as far from zero as this, on either side. */
export const studentBeyond = (t: number, freedom: number): number =>
  incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5);

/** The regularized incomplete beta function, by its continued fraction, which converges quickly below the mean. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  // Lentz's method.
  const tiny = 1e-300;
  const kept = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / kept(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 500; m++) {
    const terms = [
      (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
      (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)),
    ];
    let step = 1;
    for (const term of terms) {
      d = 1 / kept(1 + term * d);
      c = kept(1 + term / c);
      step = c * d;
      fraction *= step;
    }
    if (Math.abs(step - 1) < 1e-14) break;
  }
  return (front * fraction) / a;
}

/** The coefficients of Lanczos' approximation for g = 7. */
const lanczos = [
  ...[676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905],
  ...[-0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7],
];

/** The logarithm of the gamma function of a positive number. */
function logGamma(of: number): number {
  if (of < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * of)) - logGamma(1 - of);
  const x = of - 1;
  const base = x + 7.5;
  const sum = lanczos.reduce((so, coefficient, at) => so + coefficient / (x + at + 1), 0.99999999999980993);
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(base) - base + Math.log(sum);
}
