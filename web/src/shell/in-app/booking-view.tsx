import { useCallback, useEffect, useRef, useState } from 'react';
import { InAppBrowser } from '../../features/in-app-browser/in-app-browser.tsx';
import { watchForSuggestion } from '../../features/in-app-browser/suggestion-rule.ts';
import type { ViewProps } from './follow-link.tsx';
import { NextSteps } from './next-steps.tsx';
import { SuggestionPanel } from './suggestion-panel.tsx';
import { useViewEvents } from './use-view-events.ts';

/** The page a booking is made on. Once it may be made, what goes well with it is suggested, and the bar asks what is next. */
export function BookingView({ link, onChange }: ViewProps) {
  const tell = useViewEvents(link);
  const [step, setStep] = useState<'booking' | 'suggesting' | 'done'>('booking');
  const watch = useRef<ReturnType<typeof watchForSuggestion>>(undefined);
  useEffect(() => {
    watch.current = watchForSuggestion(() => setStep('suggesting'));
    return () => watch.current?.stop();
  }, []);
  const interact = useCallback(() => watch.current?.interact(), []);
  return (
    <InAppBrowser
      kind="booking"
      listingId={link.experience.id}
      name={link.experience.name}
      url={link.url}
      onEvent={(event) => {
        tell(event);
        // It goes on outside; whoever comes back finds what was suggested there.
        if (event === 'external') setTimeout(() => onChange({ ...link, inside: false }));
      }}
      onInteraction={interact}
      onClose={() => onChange(null)}
      foot={step !== 'booking' && <NextSteps onLeave={() => onChange(null)} />}
    >
      {step === 'suggesting' && <SuggestionPanel experience={link.experience} onHide={() => setStep('done')} />}
    </InAppBrowser>
  );
}
