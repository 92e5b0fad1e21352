import { useEffect, useState } from 'react';
import { watchForReturn } from '../../features/in-app-browser/suggestion-rule.ts';
import { suggestions as words } from '../../messages/en/in-app.ts';
import { Sheet } from '../../ui/sheet.tsx';
import type { ViewProps } from './follow-link.tsx';
import { NextSteps } from './next-steps.tsx';
import { Suggestions } from './suggestions.tsx';

/** Suggests what goes well with a booking that was made outside, when its traveler comes back. */
export function AfterReturn({ link, onChange }: ViewProps) {
  const [isBack, setBack] = useState(false);
  useEffect(() => watchForReturn(link.at, () => setBack(true)), [link.at]);
  return (
    <Sheet open={isBack} onClose={() => onChange(null)} title={words.title} closeLabel={words.hide}>
      {(close) => (
        <>
          <Suggestions experience={link.experience} />
          <NextSteps onLeave={close} />
        </>
      )}
    </Sheet>
  );
}
