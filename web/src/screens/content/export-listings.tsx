import { useState } from 'react';
import { useLate } from '../../desk/late-results.tsx';
import { desk } from '../../messages/en/desk.ts';
import { listingImportDesk as words } from '../../messages/en/listing-import-desk.ts';
import { longWork } from '../../messages/en/long-work.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/choice.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { useSubmit } from '../../use-submit.ts';

const { exporting } = words;

/** Asks for all listings as a file that the import takes. @param onBegun told the long work that makes it */
export function ExportListings({ onBegun }: { onBegun: (work: string) => void }) {
  const late = useLate();
  const [isElsewhere, setElsewhere] = useState(false);
  const asking = useSubmit({
    send: (with_numbers: boolean, api) => api('POST /api/admin/exports/listings', { body: { with_numbers } }),
    done: ({ id }) => onBegun(id),
    late: () => late(desk.begunLate(longWork.kindOf('listings-export'))),
  });
  return (
    <section className={page.section} aria-labelledby="export">
      <h2 id="export">{exporting.title}</h2>
      <p>{exporting.text}</p>
      <Switch
        label={exporting.elsewhere}
        hint={exporting.elsewhereHint}
        checked={isElsewhere}
        onChange={setElsewhere}
      />
      {asking.problem && <Notice tone="bad">{asking.problem}</Notice>}
      <div className={page.actions}>
        <Button look="plain" busy={asking.busy} onClick={() => void asking.submit(!isElsewhere)}>
          {asking.busy ? exporting.beginning : exporting.begin}
        </Button>
      </div>
    </section>
  );
}
