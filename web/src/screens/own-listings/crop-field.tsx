import { type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import type { PictureCrop } from '../../../../contract/own-pictures.ts';
import { ownListingsDesk } from '../../messages/en/own-listings-desk.ts';
import { FieldGroup } from '../../ui/field-group.tsx';
import { type Chosen, cropOf, leastSize, moved, type Pixels } from './crop.ts';
import styles from './own-pictures.module.css';

const words = ownListingsDesk.pictures;

interface CropFieldProps {
  file: File;
  /** Told what of it is chosen; null is all of it, as of one that this browser cannot show. */
  onCrop: (crop: PictureCrop | null) => void;
}

/** What of a picture is shown: dragged, or set by sliders. */
export function CropField({ file, onCrop }: CropFieldProps) {
  const [url, setUrl] = useState<string | null>(null);
  const [pixels, setPixels] = useState<Pixels | null>(null);
  const [chosen, setChosen] = useState<Chosen>({ size: 1, across: 0.5, down: 0.5 });
  const last = useRef<{ x: number; y: number }>(null);
  const label = useId();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    const image = new Image();
    image.onload = () => setPixels({ width: image.naturalWidth, height: image.naturalHeight });
    image.src = made;
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told of what is chosen alone
  useEffect(() => onCrop(pixels && cropOf(pixels, chosen)), [pixels, chosen]);
  if (!url || !pixels) return null;
  const { left, top, width, height } = cropOf(pixels, chosen);
  const drag = (event: PointerEvent<SVGSVGElement>) => {
    if (!last.current) return;
    const shown = event.currentTarget.getBoundingClientRect();
    const by = {
      right: (event.clientX - last.current.x) / shown.width,
      down: (event.clientY - last.current.y) / shown.height,
    };
    last.current = { x: event.clientX, y: event.clientY };
    setChosen((now) => moved(pixels, now, by));
  };
  const slider = (name: keyof Chosen, text: string, least = 0) => (
    <label className={styles.slider}>
      {text}
      <input
        type="range"
        min={least}
        max={1}
        step={0.01}
        value={chosen[name]}
        onChange={({ target }) => setChosen((now) => ({ ...now, [name]: Number(target.value) }))}
      />
    </label>
  );
  return (
    <FieldGroup label={words.crop} hint={words.cropHint}>
      <div className={styles.crop}>
        <svg
          role="img"
          aria-labelledby={label}
          viewBox={`${left * pixels.width} ${top * pixels.height} ${width * pixels.width} ${height * pixels.height}`}
          preserveAspectRatio="xMidYMid slice"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            last.current = { x: event.clientX, y: event.clientY };
          }}
          onPointerMove={drag}
          onPointerUp={() => {
            last.current = null;
          }}
          onPointerCancel={() => {
            last.current = null;
          }}
        >
          <title id={label}>{words.crop}</title>
          <image href={url} width={pixels.width} height={pixels.height} />
        </svg>
        {slider('size', words.size, leastSize(pixels))}
        {slider('across', words.across)}
        {slider('down', words.down)}
      </div>
    </FieldGroup>
  );
}
