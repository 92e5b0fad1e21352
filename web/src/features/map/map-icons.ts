import styles from './map-icons.module.css';

const svgNamespace = 'http://www.w3.org/2000/svg';

/** Made of elements: the page's policy takes no markup as text. */
function drawing(
  className: string | undefined,
  viewBox: string,
  paths: readonly (readonly [string, string | undefined])[],
) {
  const svg = document.createElementNS(svgNamespace, 'svg');
  svg.setAttribute('viewBox', viewBox);
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', className ?? '');
  for (const [d, look] of paths) {
    const path = document.createElementNS(svgNamespace, 'path');
    path.setAttribute('d', d);
    path.setAttribute('class', look ?? '');
    svg.append(path);
  }
  return svg;
}

export const pinShape = 'M18 43S33 29 33 17A15 15 0 0 0 3 17c0 12 15 26 15 26z';
export const dotShape = 'M18 11a6 6 0 1 0 0 12 6 6 0 0 0 0-12z';
export const starShape = 'm18 7.5 2.9 6.2 6.8.8-5 4.7 1.3 6.7-6-3.4-6 3.4 1.3-6.7-5-4.7 6.8-.8z';

/** A drop that stands on its place; a star in it where the experience is featured. */
export const pinIcon = (isFeatured: boolean): Element =>
  drawing(styles.pin, '0 0 36 44', [
    [pinShape, styles.body],
    [isFeatured ? starShape : dotShape, styles.mark],
  ]);

/** A disc with how many it stands for. */
export function clusterIcon(count: number): Element {
  const disc = document.createElement('span');
  disc.className = styles.cluster ?? '';
  disc.textContent = String(count);
  disc.setAttribute('aria-hidden', 'true');
  return disc;
}

/** The visitor: a dot with its words, since a dot alone could be anything. */
export function hereIcon(words: string): Element {
  const here = document.createElement('span');
  here.className = styles.here ?? '';
  const label = document.createElement('span');
  label.className = styles.hereLabel ?? '';
  label.textContent = words;
  here.append(label);
  return here;
}
