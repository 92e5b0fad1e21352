import { Motif } from './motif.tsx';
import styles from './picture.module.css';

interface PictureProps {
  src: string | null;
  /** Widths that the picture is there in, under the address of `src` with another name, as AVIF and as WebP. */
  widths?: readonly number[] | null | undefined;
  /** Wider versions, for a picture that fills the column of a sharp screen. */
  srcSet?: string;
  /** `#rrggbb`: the picture's own mean, shown until it is there. */
  color: string | null;
  /** What it shows; empty when the words beside it say so. */
  alt?: string | undefined;
  /** In which language that is told, where that is not the page's. */
  lang?: string | undefined;
  /** The first picture of a page is asked for at once, all others when they come near. */
  first?: boolean;
  /** Edge to edge instead of framed. */
  bleed?: boolean;
}

/** How wide it is at most: the guide's column. */
const sizes = '(max-width: 448px) 100vw, 448px';

const setOf = (src: string, widths: readonly number[], type: string) =>
  widths.map((width) => `${src.slice(0, src.lastIndexOf('/'))}/${width}.${type} ${width}w`).join(', ');

/** A picture in the guide's frame. The colour is a drawn rectangle: the page's policy allows no style attributes. */
export function Picture({ src, widths, srcSet, color, alt = '', lang, first, bleed }: PictureProps) {
  return (
    <div className={bleed ? `${styles.frame} ${styles.bleed}` : styles.frame}>
      {src ? (
        <>
          {color && (
            <svg className={styles.color} aria-hidden="true">
              <rect width="100%" height="100%" fill={color} />
            </svg>
          )}
          <picture>
            {widths && <source type="image/avif" srcSet={setOf(src, widths, 'avif')} sizes={sizes} />}
            <img
              className={styles.image}
              srcSet={widths ? setOf(src, widths, 'webp') : srcSet}
              sizes={widths || srcSet ? sizes : undefined}
              src={src}
              alt={alt}
              lang={lang}
              width={720}
              height={480}
              decoding="async"
              loading={first ? undefined : 'lazy'}
              fetchPriority={first ? 'high' : undefined}
            />
          </picture>
        </>
      ) : (
        <div className={styles.none}>
          <Motif />
        </div>
      )}
    </div>
  );
}
