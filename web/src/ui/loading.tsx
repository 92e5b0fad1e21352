import { useEffect, useState } from 'react';
import { Spinner } from './spinner.tsx';

/** Long enough for a screen reader to have met the region. */
const regionFirstMs = 100;

/** That something is on its way. The live region comes first and its words a moment later, so that they are said. */
export function Loading({ words, className }: { words: string; className?: string | undefined }) {
  const [isSaid, setSaid] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSaid(true), regionFirstMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className={className}>
      <Spinner />
      {isSaid && <p>{words}</p>}
    </div>
  );
}
