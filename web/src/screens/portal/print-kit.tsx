import { useState } from 'react';
import type { Request } from '../../../../contract/endpoint.ts';
import { cardFormats, kitLanguages, kitPapers, logoRules, mostRooms } from '../../../../contract/print-kit-forms.ts';
import type { checkPrintKit } from '../../../../contract/print-kits.ts';
import { errorCode, requestOf } from '../../api.ts';
import { DeskForm } from '../../desk/desk-form.tsx';
import { UploadField } from '../../desk/upload-field.tsx';
import { printKit as words } from '../../messages/en/print-kit-desk.ts';
import { refusalWords } from '../../refusal-words.ts';
import { saveFile } from '../../save-file.ts';
import type { Filled } from '../../submit-form.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Status } from '../../ui/status.tsx';
import { type Faults, useSubmit } from '../../use-submit.ts';
import type { CodeLine } from './load-codes.ts';
import styles from './portal.module.css';

type Kit = Request<typeof checkPrintKit>;

const logo = { accept: ['image/png', 'image/jpeg'], mostBytes: logoRules.mostBytes };

/** Cards, stickers and hangers with a code, to be printed: what, on which paper, in which language, with whose logo, for which rooms. */
export function PrintKit({ code }: { code: CodeLine }) {
  const [format, setFormat] = useState<string>(cardFormats[0]);
  const [said, setSaid] = useState<string>();
  const making = useSubmit({
    check: ({ text }: Filled) => ({ faults: text('format') === 'rooms' ? roomFaults(text) : {} }),
    send: async (given: Filled, api) => {
      const kit = kitOf(given, code.id);
      setSaid(undefined);
      return { kit, made: await api('GET /api/partner-portal/qr-code/{qr_code_id}/print-kit', kit) };
    },
    done: ({ kit, made }) => {
      saveFile(requestOf('GET /api/partner-portal/qr-code/{qr_code_id}/print-kit/file', kit)[0]);
      setSaid(words.ready(made.codes, made.read_from_cm));
    },
    // Whoever has gone on meanwhile is given nothing.
    late: () => {},
    refused: (failure) =>
      errorCode(failure) === 'file_refused' ? { faults: { logo: refusalWords(failure) } } : undefined,
  });
  return (
    <section className={styles.kit} aria-labelledby="print-kit" onInput={() => setSaid(undefined)}>
      <h3 id="print-kit">{words.title}</h3>
      <p>{words.text}</p>
      <DeskForm
        of={making}
        draft={`print kit ${code.id}`}
        shownBy="open"
        label={words.download}
        busyLabel={words.making}
      >
        <Select
          label={words.format}
          {...making.field('format')}
          value={format}
          onChange={({ target }) => setFormat(target.value)}
        >
          {cardFormats.map((one) => (
            <option key={one} value={one}>
              {words.formats[one]}
            </option>
          ))}
        </Select>
        {format === 'rooms' && (
          <div className={styles.rooms}>
            <Field
              label={words.firstRoom}
              hint={words.roomsHint}
              {...making.field('first_room')}
              inputMode="numeric"
              maxLength={5}
              required
            />
            <Field label={words.lastRoom} {...making.field('last_room')} inputMode="numeric" maxLength={5} required />
          </div>
        )}
        <Select label={words.paper} {...making.field('paper')}>
          {kitPapers.map((one) => (
            <option key={one} value={one}>
              {words.papers[one]}
            </option>
          ))}
        </Select>
        <Select label={words.language} {...making.field('language')}>
          {kitLanguages.map((one) => (
            <option key={one} value={one}>
              {words.languages[one]}
            </option>
          ))}
        </Select>
        <UploadField label={words.logo} hint={words.logoHint} {...making.field('logo')} purpose="picture" {...logo} />
      </DeskForm>
      <Status>{said && <Notice tone="ok">{said}</Notice>}</Status>
    </section>
  );
}

function kitOf({ text }: Filled, qr_code_id: string): Kit {
  const format = text('format') as (typeof cardFormats)[number];
  const rooms = format === 'rooms' && { first_room: text('first_room'), last_room: text('last_room') };
  const query = {
    format,
    paper: text('paper') as (typeof kitPapers)[number],
    language: text('language') as (typeof kitLanguages)[number],
    ...(text('logo') && { logo: text('logo') }),
    ...rooms,
  };
  return { params: { qr_code_id }, query };
}

function roomFaults(text: Filled['text']): Faults {
  const faultOf = (name: string) => (/^[1-9]\d{0,4}$/.test(text(name)) ? null : words.noRoom);
  const faults = { first_room: faultOf('first_room'), last_room: faultOf('last_room') };
  if (faults.first_room || faults.last_room) return faults;
  const more = Number(text('last_room')) - Number(text('first_room'));
  if (more < 0) return { last_room: words.backwards };
  return more >= mostRooms ? { last_room: words.tooMany } : {};
}
