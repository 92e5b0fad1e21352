import { useRevalidator } from 'react-router';
import { explore as words } from '../../messages/en/explore.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Source } from './use-found.ts';

/** Says what is shown where it is not the live guide, and asks again on request. */
export function SourceNotice({ source }: { source: Source }) {
  const { revalidate, state } = useRevalidator();
  if (source.kind === 'live') return null;
  const again = (
    <Button look="plain" busy={state === 'loading'} onClick={() => revalidate()}>
      {words.again}
    </Button>
  );
  return (
    <Notice tone="warn" title={words.failed} actions={again}>
      {source.kind === 'kept' ? (
        <p>{words.kept(source.keptAt)}</p>
      ) : (
        <p>
          <Badge tone="warn">{words.sample}</Badge> {words.sampleText}
        </p>
      )}
    </Notice>
  );
}
