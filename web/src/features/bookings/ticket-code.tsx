import encodeQR from 'qr';
import { useMemo } from 'react';
import styles from './ticket.module.css';

const quietZone = 4;

/** A text as a QR code, drawn in black on white in every theme, as scanners want it. */
export function TicketCode({ text, label }: { text: string; label: string }) {
  const { side, path } = useMemo(() => draw(text), [text]);
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function draw(text: string): { side: number; path: string } {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone });
  const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { side: modules.length, path };
}
