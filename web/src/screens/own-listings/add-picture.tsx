import { useState } from 'react';
import type { OwnPictures, PictureCrop } from '../../../../contract/own-pictures.ts';
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

const words = ownListingsDesk.pictures;
const rules = { accept: ['image/png', 'image/jpeg', 'image/webp', 'image/avif'], mostBytes: 10_000_000 };

interface AddPictureProps {
  listingId: number;
  onAdded: (now: OwnPictures) => void;
}

/** A picture that is added: dropped or chosen, cut to what is shown, with words for those who cannot see it. */
export function AddPicture({ listingId, onAdded }: AddPictureProps) {
  const [file, setFile] = useState<File | null>(null);
  const [upload, setUpload] = useState<SentFile | null>(null);
  const [crop, setCrop] = useState<PictureCrop | null>(null);
  const [text, setText] = useState('');
  const adding = useSubmit({
    send: (of: SentFile, api) =>
      api('POST /api/own-listings/{id}/pictures', {
        params: { id: String(listingId) },
        body: { upload: of.id, words: text.trim() || null, crop },
      }),
    done: onAdded,
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
            name="new_words"
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
      <Status>{adding.problem && <Notice tone="bad">{adding.problem}</Notice>}</Status>
    </>
  );
}
