import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, useRevalidator } from 'react-router';
import { type Api, ApiError, errorCode } from '../api.ts';
import { enter } from '../fields-of-form.ts';
import type { Filled } from '../submit-form.tsx';
import { Notice } from '../ui/notice.tsx';
import { Status } from '../ui/status.tsx';
import { type Faults, type Refusal, type Submission, useSubmit } from '../use-submit.ts';
import { DeskForm } from './desk-form.tsx';
import { useLate } from './late-results.tsx';
import { type Merged, mergeFields } from './merge-fields.ts';
import { positionFaults } from './position.ts';

interface Versioned {
  id: number | string;
  name: string;
  /** Names what its fields hold. */
  version: string;
}

/** What is known of one once it was saved. */
type Saved<One extends Versioned> = Pick<One, 'id' | 'name'> & Partial<Pick<One, 'version'>>;

/** What stands in an editor, by field, as text. */
type Values<Field extends string> = Readonly<Record<Field, string>>;

/** What the editor of one kind of things is made of. */
export interface EditedKind<Field extends string, One extends Versioned> {
  /** By which the editor's address, and a draft, name one. */
  name: string;
  fields: readonly Field[];
  /** One as its editor shows it; null is a new one. */
  valuesOf: (one: One | null) => Values<Field>;
  make: (api: Api, values: Values<Field>) => Promise<Saved<One>>;
  /** Fails with `changed_meanwhile` where it is another version by now. */
  change: (
    api: Api,
    id: string,
    values: Values<Field>,
    replaces: string,
    /** What stands beside them in the form, and is none of them. */
    beside: Filled['text'],
  ) => Promise<Saved<One>>;
  read: (api: Api, id: string) => Promise<One>;
  /** What is wrong with what stands in it before it is sent, at its fields. */
  check?: (values: Values<Field>) => Faults;
  /** What of a refusal stands at a field. */
  refused?: (failure: unknown) => Refusal | undefined;
  words: {
    save: string;
    saving: string;
    said: { saved: (name: string) => string; created: (name: string) => string };
    byNow: {
      title: string;
      /** The same where what somebody else has made of it could not be read. */
      unread: string;
      text: (taken: readonly Field[], both: readonly Field[]) => string;
      other: (field: Field, now: One) => string;
    };
  };
}

interface VersionedFormProps<Field extends string, One extends Versioned> {
  kind: EditedKind<Field, One>;
  /** The one that is edited; null makes one. */
  one: One | null;
  /** Where the list is that shows it then. */
  toList: (id: One['id']) => string;
  /** Its fields. `now` is what somebody else has made of it meanwhile. */
  children: (means: { of: Submission<Filled>; values: Values<Field>; now: One | null }) => ReactNode;
}

/** What the editor was opened with, or has taken over since: it stands in the form itself, so that a draft keeps it. */
interface MadeFrom<Field extends string> {
  version: string;
  values: Values<Field>;
}

/** What a form holds, read as the browser sends it: lines end with one sign. */
const valuesIn = <Field extends string>(fields: readonly Field[], text: (name: string) => string) =>
  Object.fromEntries(fields.map((field) => [field, text(field).replaceAll('\r\n', '\n')])) as Values<Field>;

/** An editor. Of two who save at once one wins; the other's form takes over what they have not changed themselves. */
export function VersionedForm<Field extends string, One extends Versioned>({
  kind,
  one,
  toList,
  children,
}: VersionedFormProps<Field, One>) {
  const { words, fields, valuesOf } = kind;
  // What the form begins with, whatever is loaded meanwhile.
  const [initial] = useState<MadeFrom<Field>>(() => ({ version: one?.version ?? '', values: valuesOf(one) }));
  const madeFrom = useRef<HTMLInputElement>(null);
  const isUnread = useRef(false);
  const [byNow, setByNow] = useState<(Merged<Field> & { now: One }) | null>(null);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const late = useLate();
  const say = useLate({ intoView: true });
  const said = ({ name }: Pick<One, 'name'>) => (one ? words.said.saved(name) : words.said.created(name));
  /** Puts into the form what somebody else has changed alone, and goes on from there. */
  const takeOver = (now: One) => {
    const form = madeFrom.current!.form!;
    const given = new FormData(form);
    const typed = valuesIn(fields, (name) => String(given.get(name) ?? '').trim());
    const values = valuesOf(now);
    const base: MadeFrom<Field> = JSON.parse(madeFrom.current!.value);
    const merged = mergeFields(fields, typed, base.values, values);
    // What is no choice yet cannot be entered.
    flushSync(() => setByNow({ ...merged, now }));
    for (const field of merged.taken) enter(form.elements.namedItem(field) as HTMLInputElement, values[field]);
    enter(madeFrom.current!, JSON.stringify({ version: now.version, values } satisfies MadeFrom<Field>));
  };
  const of = useSubmit({
    check: (given: Filled) => ({ faults: { ...positionFaults(given), ...kind.check?.(valuesIn(fields, given.text)) } }),
    send: async ({ text }: Filled, api) => {
      const values = valuesIn(fields, text);
      if (!one) return await kind.make(api, values);
      const { version }: MadeFrom<Field> = JSON.parse(text('made_from'));
      const id = String(one.id);
      try {
        return await kind.change(api, id, values, version, text);
      } catch (failure) {
        if (errorCode(failure) === 'changed_meanwhile') {
          // Without it the form is as it was, and sent again it asks again.
          const now = await kind.read(api, id).catch(() => null);
          isUnread.current = now === null;
          if (now) takeOver(now);
        }
        throw failure;
      }
    },
    done: async (saved, { text }) => {
      const { version } = saved;
      // Something else of the screen may hold it back.
      if (one && version) enter(madeFrom.current!, JSON.stringify({ version, values: valuesIn(fields, text) }));
      await navigate(toList(saved.id), { replace: true });
      say(said(saved));
    },
    late: (saved) => late(said(saved)),
    refused: (failure) => {
      // It is no longer what stands beside it.
      if (failure instanceof ApiError && [404, 409].includes(failure.status)) void revalidate();
      if (errorCode(failure) !== 'changed_meanwhile') return kind.refused?.(failure);
      return isUnread.current ? words.byNow.unread : words.byNow.title;
    },
  });
  return (
    <DeskForm
      of={of}
      draft={`${kind.name} ${one?.id ?? 'new'}`}
      shownBy={kind.name}
      label={words.save}
      busyLabel={words.saving}
    >
      {/* A hidden one of the type `hidden` would begin anew with each rendering. */}
      <input ref={madeFrom} type="text" hidden name="made_from" defaultValue={JSON.stringify(initial)} />
      {children({ of, values: initial.values, now: byNow?.now ?? null })}
      <Status>
        {byNow && (
          <Notice tone="warn">
            <p>{words.byNow.text(byNow.taken, byNow.both)}</p>
            {byNow.both.length > 0 && (
              <ul>
                {byNow.both.map((field) => (
                  <li key={field}>{words.byNow.other(field, byNow.now)}</li>
                ))}
              </ul>
            )}
          </Notice>
        )}
      </Status>
    </DeskForm>
  );
}
