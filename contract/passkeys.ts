import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { line, reason, uuid } from './values.ts';

/** Bytes as base64url, the way browsers give them (`credential.toJSON()`). */
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]*$/, 'must be base64url');

const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

const credential = {
  id: bytes(1_400),
  rawId: bytes(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
};

export const passkey = z.object({
  id: uuid,
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  /** Whether the device keeps a copy elsewhere, as a phone's account does. */
  backed_up: z.boolean(),
});
export type Passkey = z.output<typeof passkey>;

/** As `PublicKeyCredential.parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON` take them: bytes in base64url. */
const options = z.record(z.string(), z.unknown());

export const passkeyRegistrationOptions = endpoint({
  method: 'POST',
  path: '/api/passkeys/registration-options',
  access: 'signed-in',
  summary: 'Begins a registration: within 10 minutes of signing in, or of confirming with an older passkey',
  reply: options,
  errors: ['step_up_required', 'sign_in_again'],
  limit: 'passkey',
});

export const registerPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys',
  access: 'signed-in',
  summary: 'Registers a passkey with the challenge given last, which is thereby used up',
  body: z.object({
    name: line(60).optional(),
    credential: z.object({
      ...credential,
      response: z.object({
        clientDataJSON: bytes(8_000),
        attestationObject: bytes(20_000),
        transports: z.array(transport).max(10).optional().catch(undefined),
      }),
    }),
  }),
  status: 201,
  reply: passkey,
  errors: ['passkey_refused', 'step_up_required', 'sign_in_again'],
  limit: 'passkey',
});

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/passkeys',
  access: 'signed-in',
  summary: "The caller's passkeys, and how long this session counts as confirmed",
  reply: z.object({
    passkeys: z.array(passkey),
    /** Null when the session is not confirmed now. */
    confirmed_until: z.string().nullable(),
    /** Whether a guarded action would be refused with `step_up_required` now. */
    confirmation_needed: z.boolean(),
  }),
});

export const deletePasskey = endpoint({
  method: 'DELETE',
  path: '/api/passkeys/{id}',
  access: 'signed-in',
  summary: "Removes one of the caller's passkeys, after a confirmation",
  params: z.object({ id: uuid }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['step_up_required'],
  limit: 'passkey',
  idempotent: true,
});

export const resetPasskeys = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{id}/passkeys',
  access: ['admin'],
  summary:
    "Takes all passkeys of another user away who lost theirs, after the administrator's own confirmation; ends that user's sessions and tells them by mail",
  params: z.object({ id: uuid }),
  /** Why, for the audit log. */
  body: z.object({ reason }),
  reply: z.object({ removed: z.int(), ended: z.int() }),
  errors: ['step_up_required'],
  idempotent: true,
});

export const confirmationOptions = endpoint({
  method: 'POST',
  path: '/api/passkeys/confirmation-options',
  access: 'signed-in',
  summary: 'Begins a confirmation with one of the passkeys',
  reply: options,
  errors: ['passkey_missing'],
  limit: 'passkey',
});

export const confirmWithPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys/confirm',
  access: 'signed-in',
  summary: 'Confirms the session for 10 minutes, with the challenge given last, which is thereby used up',
  body: z.object({
    credential: z.object({
      ...credential,
      response: z.object({
        clientDataJSON: bytes(8_000),
        authenticatorData: bytes(8_000),
        signature: bytes(2_000),
        userHandle: bytes(200).nullish(),
      }),
    }),
  }),
  reply: z.object({ confirmed_until: z.string() }),
  errors: ['passkey_refused'],
  limit: 'passkey',
});
