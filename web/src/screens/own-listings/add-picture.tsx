import { type RefObject, useEffect, useState } from 'react';
import type { PictureCrop } from '../../../../contract/own-pictures.ts';
import { DeskForm } from '../../desk/desk-form.tsx';
import type { SentFile } from '../../desk/send-upload.ts';
import { UploadField } from '../../desk/upload-field.tsx';
import { deskForms as forms } from '../../messages/en/desk-forms.ts';
import { ownListingsDesk } from '../../messages/en/own-listings-desk.ts';
import type { Filled } from '../../submit-form.tsx';
import { Field } from '../../ui/field.tsx';
import { useSubmit } from '../../use-submit.ts';
import { CropField } from './crop-field.tsx';
import { wordsFault } from './picture-order.tsx';

const words = ownListingsDesk.pictures;
const rules = { accept: ['image/png', 'image/jpeg', 'image/webp', 'image/avif'], mostBytes: 10_000_000 };

/** A picture that is chosen, cut and worded, and not used yet. */
interface ReadyPicture {
  body: { upload: string; words: string | null; crop: PictureCrop | null };
  /** Told once it is used with something else. */
  used: () => void;
}

/** One whose words have a fault, which is told at it. */
interface FaultyPicture {
  tell: () => void;
}

/** What is being added: one on its way to the server can be used with nothing yet. */
export type PendingPicture = ReadyPicture | FaultyPicture | 'sending';

interface AddPictureProps {
  listingId: number;
  /** Holds it, so that saving the listing uses it as well. */
  pending: RefObject<PendingPicture | null>;
  /** Told whether there is something of it. */
  onBegun: (isBegun: boolean) => void;
  onAdded: () => void;
}

/** A picture that is added: dropped or chosen, cut to what is shown, with words for those who cannot see it. */
export function AddPicture({ listingId, pending, onBegun, onAdded }: AddPictureProps) {
  const [file, setFile] = useState<File | null>(null);
  const [upload, setUpload] = useState<SentFile | null>(null);
  const [isSending, setSending] = useState(false);
  const [crop, setCrop] = useState<PictureCrop | null>(null);
  const [text, setText] = useState('');
  const bodyOf = ({ id }: SentFile) => ({ upload: id, words: text.trim() || null, crop });
  const adding = useSubmit({
    check: () => ({ faults: { picture: upload ? null : forms.missing, words: wordsFault(text) } }),
    send: (_given: Filled, api) =>
      api('POST /api/own-listings/{id}/pictures', { params: { id: String(listingId) }, body: bodyOf(upload!) }),
    done: onAdded,
  });
  useEffect(() => {
    const fault = wordsFault(text);
    const tell = () => adding.refuse({ faults: { words: fault } });
    const chosen = upload && (fault ? { tell } : { body: bodyOf(upload), used: onAdded });
    pending.current = isSending ? 'sending' : chosen;
    return () => {
      pending.current = null;
    };
  });
  const isBegun = isSending || upload !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told of each turn alone
  useEffect(() => onBegun(isBegun), [isBegun]);
  return (
    <DeskForm of={adding} draft={`picture of ${listingId}`} shownBy="listing" label={words.use} busyLabel={words.using}>
      <UploadField
        label={words.add}
        hint={words.hint}
        {...adding.field('picture')}
        purpose="picture"
        {...rules}
        onFile={(chosen) => {
          setFile(chosen);
          setCrop(null);
        }}
        onUpload={setUpload}
        onSending={setSending}
      />
      {/* What of it is shown stands in the form, so that a draft keeps it. */}
      <input
        type="text"
        hidden
        name="crop"
        value={crop ? JSON.stringify(crop) : ''}
        onInput={({ currentTarget: { value } }) => setCrop(value ? JSON.parse(value) : null)}
      />
      {upload && file && <CropField key={upload.id} file={file} onCrop={setCrop} />}
      {/* There all the time, so that what a draft has kept can be put there. */}
      <div hidden={!upload}>
        <Field
          label={words.words}
          hint={words.wordsHint}
          {...adding.field('words')}
          maxLength={200}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={() => adding.mark({ words: wordsFault(text) })}
        />
      </div>
    </DeskForm>
  );
}
