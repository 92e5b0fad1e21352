import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission, PermissionsByKind } from './permissions.ts';
import type { Access, Role } from './roles.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What a success is sent as. `json` is the default; the others are for files and pages that are not ours to describe in JSON.
 * `binary-or-json`: a file, or, where that is still to be made, JSON as `reply` says.
 */
export type ReplyKind = 'json' | 'binary' | 'binary-or-json' | 'html' | 'redirect' | 'text';

/** What a file may be, whatever its name or its sender says: PNG, JPEG, WebP or AVIF; text, as CSV is. */
export type FileKind = 'picture' | 'table';

/** The file that an endpoint takes. */
export interface TakenFile {
  readonly kind: FileKind;
  /** Its largest size in bytes. */
  readonly mostBytes: number;
}

/** One endpoint as data: the route, the browser's client, the OpenAPI page and the access matrix are all made from it. */
export interface Endpoint {
  readonly method: Method;
  /** Path with `{name}` placeholders, as in OpenAPI. */
  readonly path: string;
  /** Who may call it. There is no default: an endpoint without `access` does not compile and does not start. */
  readonly access: Access;
  /** Of the partners or advertisers that `access` lets in, those alone who own their organisation. */
  readonly standing?: 'owner';
  /**
   * What a partner or an advertiser must have been allowed: the owner by the organisation's invitation, staff by their owner. Several
   * are asked for together; where it is not the same for both kinds, one of each.
   */
  readonly permission?: Permission | readonly Permission[] | PermissionsByKind;
  /**
   * What an admin looks at here is somebody's: each look is noted in the audit log, as one at such a thing with the id of the path, in
   * the transaction that reads it. `partner` is a partner's portal, as the partner sees it. For reading alone, and for an admin as
   * `ownPageOnly`.
   */
  readonly adminViews?: 'audit_entry' | 'booking' | 'organisation' | 'partner' | 'user';
  /** What a caller shows besides, whoever it is, in words: the handler asks for it, as a server of others has no session. */
  readonly shows?: string;
  /** Roles that `access` lets in and the handler refuses, with an error of its own that says what to do first. */
  readonly refuses?: readonly Role[];
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
  readonly replyKind?: ReplyKind;
  /** Status of a success; 200 unless told. */
  readonly status?: number;
  /** Refusals beyond those every endpoint may give (see `universalErrors` in errors.ts). */
  readonly errors?: readonly ErrorCode[];
  /**
   * A page of this site that a refused navigation is sent to (302), with `reason={code}` added to its query; others get the error
   * as JSON, and so does what another site sends here.
   */
  readonly refusalPage?: string;
  /**
   * A GET that begins something: for a window that a person opened or a script of our own page. Whatever another site makes a
   * browser ask for is refused before it spends any limit; the head alone cannot be asked for.
   */
  readonly ownPageOnly?: boolean;
  /**
   * `external`: for servers of others, who have no session and come from no page. No cookie is read and no origin asked; the path
   * names a `{source}`, unless the endpoint does, and its `{secret}`, and without that secret there is no such address. The body may be
   * of any media type, and is handed on as it came (`rawBody` of the context).
   *
   * `link`: for whoever holds a link that a mail brought, mail programs among them. No cookie is read and no origin asked either, the body
   * means nothing, and the `{token}` of the path alone says what may be done.
   */
  readonly origin?: 'external' | 'link';
  /**
   * Instead of JSON the body is `multipart/form-data` with one file and nothing else, in the field `file`. It goes to the disk as it
   * comes, its size and kind are checked meanwhile, and the handler keeps it (`upload` of the context) or it is gone.
   */
  readonly takes?: TakenFile;
  /** Whose servers bring news here, where the path does not say. */
  readonly source?: string;
  /** Largest request body in bytes; 64 KiB unless told. */
  readonly bodyLimitBytes?: number;
  /**
   * A creating call: with an `Idempotency-Key` header it has one effect, however often it is sent. The key is its caller's; where
   * anyone may call, the key alone names the call, which a device may repeat from another network or after a sign-in, so its
   * reply tells nothing of whoever sent it.
   */
  readonly idempotent?: boolean;
  /**
   * Named limit of server/platform/limits/limits.ts that each call spends: of its caller, and of their network. The server does not
   * start where a method other than GET has none, unless it is for admins alone.
   */
  readonly limit?: string;
  /** Named budgets of the same file that a call's body is spent from before it is kept, the shortest first. */
  readonly stores?: readonly string[];
}

/** Declares an endpoint, keeping its exact types. */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration;

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined;
type Field<E, K extends string> = E extends { readonly [P in K]: infer V } ? V : undefined;

/** What a handler of endpoint E is given, after parsing. */
export interface Input<E extends Endpoint> {
  params: Parsed<Field<E, 'params'>>;
  query: Parsed<Field<E, 'query'>>;
  body: Parsed<Field<E, 'body'>>;
}

/** What a handler may return; fields that `reply` does not declare are dropped before they leave. */
export type Reply<E extends Endpoint> = z.input<E['reply']>;

/** What the caller of endpoint E receives. */
export type Answer<E extends Endpoint> = z.output<E['reply']>;

type Given<E, K extends 'params' | 'query' | 'body'> =
  Field<E, K> extends z.ZodType
    ? Record<never, never> extends Sent<Field<E, K>>
      ? { [P in K]?: Sent<Field<E, K>> }
      : { [P in K]: Sent<Field<E, K>> }
    : { [P in K]?: undefined };

/** What the caller of endpoint E sends. */
export type Request<E extends Endpoint> = Given<E, 'params'> & Given<E, 'query'> & Given<E, 'body'>;

/** The name of an endpoint everywhere outside its declaration: `POST /api/qr/scan`. */
export type EndpointKey<E extends Endpoint> = `${E['method']} ${E['path']}`;
