import { InAppBrowser } from '../../features/in-app-browser/in-app-browser.tsx';
import { AfterReturn } from './after-return.tsx';
import { BookingView } from './booking-view.tsx';
import type { ViewProps } from './follow-link.tsx';
import { useViewEvents } from './use-view-events.ts';

/** What a followed link brings with it: a view inside the guide, or what waits for the return from outside. */
export function InAppViews(props: ViewProps) {
  const { kind, inside } = props.link;
  if (inside) return kind === 'booking' ? <BookingView {...props} /> : <ContentView {...props} />;
  return kind === 'booking' ? <AfterReturn {...props} /> : null;
}

/** The page of an advertiser. */
function ContentView({ link, onChange }: ViewProps) {
  const tell = useViewEvents(link);
  return (
    <InAppBrowser
      kind="content"
      listingId={link.experience.id}
      name={link.experience.name}
      url={link.url}
      onEvent={(event) => {
        tell(event);
        // Its own link opens it; this view is done when that has happened.
        if (event === 'external') setTimeout(() => onChange(null));
      }}
      onInteraction={() => {}}
      onClose={() => onChange(null)}
    />
  );
}
