import { useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { ListingContent } from '../../../../contract/content.ts';
import { ApiError, errorCode } from '../../api.ts';
import { DeskForm } from '../../desk/desk-form.tsx';
import { useLate } from '../../desk/late-results.tsx';
import { positionFaults } from '../../desk/position.ts';
import { enter } from '../../fields-of-form.ts';
import { contentDesk as words } from '../../messages/en/content-desk.ts';
import type { Filled } from '../../submit-form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Status } from '../../ui/status.tsx';
import { useSubmit } from '../../use-submit.ts';
import { type EditorMeans, ListingFields } from './listing-fields.tsx';
import { bodyOf, type MadeFrom, type MergedListing, merge, valuesIn, valuesOf } from './listing-values.ts';

interface ListingFormProps {
  /** The one that is edited; null makes one. */
  listing: ListingContent | null;
  means: EditorMeans;
  /** Where the list is that shows it then. */
  toList: (id: number) => string;
}

/** The editor of a listing. Of two who save at once one wins; the other's form takes over what they have not changed themselves. */
export function ListingForm({ listing, means, toList }: ListingFormProps) {
  // What the form begins with, whatever is loaded meanwhile.
  const [initial] = useState<MadeFrom>(() => ({ version: listing?.version ?? '', values: valuesOf(listing) }));
  const madeFrom = useRef<HTMLInputElement>(null);
  const [byNow, setByNow] = useState<(MergedListing & { now: ListingContent }) | null>(null);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const late = useLate();
  const say = useLate({ intoView: true });
  const said = ({ name }: ListingContent) => (listing ? words.said.saved(name) : words.said.created(name));
  /** Puts into the form what somebody else has changed alone, and goes on from there. */
  const takeOver = (now: ListingContent) => {
    const form = madeFrom.current!.form!;
    const given = new FormData(form);
    const typed = valuesIn((name) => String(given.get(name) ?? '').trim());
    const merged = merge(typed, JSON.parse(madeFrom.current!.value) as MadeFrom, now);
    const values = valuesOf(now);
    for (const field of merged.taken) enter(form.elements.namedItem(field) as HTMLInputElement, values[field]);
    enter(madeFrom.current!, JSON.stringify({ version: now.version, values } satisfies MadeFrom));
    setByNow({ ...merged, now });
  };
  const saving = useSubmit({
    check: (given: Filled) => ({ faults: positionFaults(given) }),
    send: async ({ text }: Filled, api) => {
      const body = bodyOf(valuesIn(text));
      if (!listing) return await api('POST /api/business-listings', { body });
      const { version } = JSON.parse(text('made_from')) as MadeFrom;
      const params = { id: String(listing.id) };
      try {
        return await api('PUT /api/business-listings/{id}', { params, body: { ...body, replaces: version } });
      } catch (failure) {
        if (errorCode(failure) === 'changed_meanwhile') takeOver(await api('GET /api/admin/listings/{id}', { params }));
        throw failure;
      }
    },
    done: async (saved) => {
      await navigate(toList(saved.id), { replace: true });
      say(said(saved));
    },
    late: (saved) => late(said(saved)),
    refused: (failure) => {
      // It is no longer what stands beside it.
      if (failure instanceof ApiError && [404, 409].includes(failure.status)) void revalidate();
      return errorCode(failure) === 'changed_meanwhile' ? words.byNow.title : undefined;
    },
  });
  return (
    <DeskForm
      of={saving}
      draft={`listing ${listing?.id ?? 'new'}`}
      shownBy="listing"
      label={words.editor.save}
      busyLabel={words.editor.saving}
    >
      {/* A hidden one of the type `hidden` would begin anew with each rendering. */}
      <input ref={madeFrom} type="text" hidden name="made_from" defaultValue={JSON.stringify(initial)} />
      <ListingFields
        of={saving}
        values={initial.values}
        means={means}
        owners={[listing ?? [], byNow?.now ?? []].flat()}
      />
      <Status>
        {byNow && (
          <Notice tone="warn">
            <p>{words.byNow.text(byNow.taken, byNow.both)}</p>
            {byNow.both.length > 0 && (
              <ul>
                {byNow.both.map((field) => (
                  <li key={field}>
                    {words.byNow.other(field, byNow.now[field === 'advertiser_id' ? 'advertiser' : field])}
                  </li>
                ))}
              </ul>
            )}
          </Notice>
        )}
      </Status>
    </DeskForm>
  );
}
