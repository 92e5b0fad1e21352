import { Motif } from './motif.tsx';
import styles from './picture.module.css';

interface PictureProps {
  src: string | null;
  /** Wider versions, for a picture that fills the column of a sharp screen. */
  srcSet?: string;
  /** `#rrggbb`: the picture's own mean, shown until it is there. */
  color: string | null;
  /** What it shows; empty when the words beside it say so. */
  alt?: string;
  /** The first picture of a page is asked for at once, all others when they come near. */
  first?: boolean;
  /** Edge to edge instead of framed. */
  bleed?: boolean;
}

/** Leaves the colour alone where a picture cannot be had, instead of the browser's mark of a broken one. */
const hide = (image: HTMLImageElement) => {
  image.style.visibility = 'hidden';
};

/** The same for one that failed before the scripts were here. A drawing without a size of its own is no failure: it decodes. */
const hideBroken = (image: HTMLImageElement | null) => {
  if (image?.complete && !image.naturalWidth) image.decode().catch(() => hide(image));
};

/** A picture in the guide's frame. The colour is a drawn rectangle: the page's policy allows no style attributes. */
export function Picture({ src, srcSet, color, alt = '', first, bleed }: PictureProps) {
  return (
    <div className={bleed ? `${styles.frame} ${styles.bleed}` : styles.frame}>
      {src ? (
        <>
          {color && (
            <svg className={styles.color} aria-hidden="true">
              <rect width="100%" height="100%" fill={color} />
            </svg>
          )}
          <img
            key={src}
            ref={hideBroken}
            className={styles.image}
            srcSet={srcSet}
            sizes={srcSet && '(max-width: 448px) 100vw, 448px'}
            src={src}
            alt={alt}
            onError={({ currentTarget }) => hide(currentTarget)}
            width={720}
            height={480}
            decoding="async"
            loading={first ? undefined : 'lazy'}
            fetchPriority={first ? 'high' : undefined}
          />
        </>
      ) : (
        <div className={styles.none}>
          <Motif />
        </div>
      )}
    </div>
  );
}
