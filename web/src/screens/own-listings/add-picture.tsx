import { type RefObject, useEffect, useState } from 'react';
import type { PictureCrop } from '../../../../contract/own-pictures.ts';
import { LeaveGuard } from '../../desk/leave-guard.tsx';
import type { SentFile } from '../../desk/send-upload.ts';
import { UploadField } from '../../desk/upload-field.tsx';
import { ownListingsDesk } from '../../messages/en/own-listings-desk.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';
import { useSubmit } from '../../use-submit.ts';
import { CropField } from './crop-field.tsx';
import { wordsFault } from './picture-order.tsx';

const words = ownListingsDesk.pictures;
const rules = { accept: ['image/png', 'image/jpeg', 'image/webp', 'image/avif'], mostBytes: 10_000_000 };

/** A picture that is chosen, cut and worded, and not used yet. */
export interface PendingPicture {
  body: { upload: string; words: string | null; crop: PictureCrop | null };
  /** Told once it is used with something else. */
  used: () => void;
}

interface AddPictureProps {
  listingId: number;
  /** Holds it, so that saving the listing uses it as well. */
  pending: RefObject<PendingPicture | null>;
  onAdded: () => void;
}

/** A picture that is added: dropped or chosen, cut to what is shown, with words for those who cannot see it. */
export function AddPicture({ listingId, pending, onAdded }: AddPictureProps) {
  const [file, setFile] = useState<File | null>(null);
  const [upload, setUpload] = useState<SentFile | null>(null);
  const [crop, setCrop] = useState<PictureCrop | null>(null);
  const [text, setText] = useState('');
  const bodyOf = ({ id }: SentFile) => ({ upload: id, words: text.trim() || null, crop });
  const adding = useSubmit({
    check: () => ({ faults: { new_words: wordsFault(text) } }),
    send: (of: SentFile, api) =>
      api('POST /api/own-listings/{id}/pictures', { params: { id: String(listingId) }, body: bodyOf(of) }),
    done: onAdded,
  });
  useEffect(() => {
    pending.current = upload && !wordsFault(text) ? { body: bodyOf(upload), used: onAdded } : null;
    return () => {
      pending.current = null;
    };
  });
  return (
    <>
      <UploadField
        label={words.add}
        hint={words.hint}
        name="picture"
        purpose="picture"
        {...rules}
        onFile={setFile}
        onUpload={setUpload}
      />
      {upload && file && (
        <>
          <CropField key={upload.id} file={file} onCrop={setCrop} />
          <Field
            label={words.words}
            hint={words.wordsHint}
            {...adding.field('new_words')}
            maxLength={200}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <div className={page.actions}>
            <Button busy={adding.busy} onClick={() => void adding.submit(upload)}>
              {adding.busy ? words.using : words.use}
            </Button>
          </div>
        </>
      )}
      <LeaveGuard
        isChanged={() => upload !== null && !adding.isTaken()}
        screenOf={({ search }) => new URLSearchParams(search).get('listing')}
      />
      <Status>{adding.problem && <Notice tone="bad">{adding.problem}</Notice>}</Status>
    </>
  );
}
