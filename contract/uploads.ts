import { z } from 'zod';
import { endpoint, type TakenFile } from './endpoint.ts';
import type { Permission, PermissionsByKind } from './permissions.ts';
import { placePictureRules } from './portal-states.ts';
import type { Access } from './roles.ts';
import { uuid } from './values.ts';

/** Of any file. */
const mostBytes = 10 * 1024 * 1024;

interface Purpose {
  takes: TakenFile;
  access: Access;
  permission?: Permission | PermissionsByKind;
  what: string;
}

/** What files are sent for: what each may be, who sends it. What takes such a file up asks for it by its purpose. */
const purposes = {
  statement: {
    takes: { kind: 'table', mostBytes },
    access: ['admin'],
    what: 'a statement of a booking platform',
  },
  listings: {
    takes: { kind: 'table', mostBytes },
    access: ['admin'],
    what: 'a list of experiences',
  },
  locations: {
    takes: { kind: 'table', mostBytes },
    access: ['admin'],
    what: 'a list of places',
  },
  picture: {
    takes: { kind: 'picture', mostBytes },
    access: ['partner', 'advertiser', 'admin'],
    permission: { partner: 'qr_code_management', advertiser: 'content_management' },
    what: "a picture: of an experience, or a partner's logo",
  },
  'place-picture': {
    takes: { kind: 'picture', mostBytes: placePictureRules.mostBytes },
    access: ['partner'],
    permission: 'partner_content_management',
    what: 'the picture of a place, to be proposed',
  },
} as const satisfies Record<string, Purpose>;
export type UploadPurpose = keyof typeof purposes;
export const uploadPurposes = Object.keys(purposes) as UploadPurpose[];

const upload = z.object({
  id: uuid,
  purpose: z.enum(uploadPurposes),
  /** As its sender calls it, to be shown and for nothing else; maybe shortened. */
  name: z.string(),
  bytes: z.int(),
  /** What its bytes say; of text with its encoding. */
  media_type: z.string(),
  /** In hexadecimal digits. */
  sha256: z.string(),
  /** Until then something has to take it up, or it is gone. */
  expires_at: z.string(),
});
export type Upload = z.output<typeof upload>;

/** The endpoint of a purpose: it has an address of its own, as who may call differs. */
const uploadFor = <Name extends UploadPurpose>(purpose: Name) => {
  const { what, ...rules }: Purpose = purposes[purpose];
  return endpoint({
    method: 'POST',
    path: `/api/uploads/${purpose}`,
    ...rules,
    summary: `Takes ${what}, checked as it comes and kept for a day unless something takes it up`,
    status: 201,
    reply: upload,
    errors: ['file_refused', 'no_room'],
    idempotent: true,
    limit: 'upload',
    stores: ['upload-hour-bytes', 'upload-bytes'],
  });
};

export const uploadStatement = uploadFor('statement');
export const uploadListings = uploadFor('listings');
export const uploadLocations = uploadFor('locations');
export const uploadPicture = uploadFor('picture');
export const uploadPlacePicture = uploadFor('place-picture');
