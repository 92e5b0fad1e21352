import type { z } from 'zod';
import type { Endpoint, Reply } from '../../contract/endpoint.ts';

/** JSON that has passed the guard of the contract: nothing undeclared is in it. It can be kept and sent again. */
export class GuardedJson {
  readonly json: string;

  private constructor(json: string) {
    this.json = json;
  }

  /** Guards a part of a reply. @throws ZodError where it is not what was declared. */
  static of<T extends z.ZodType>(type: T, value: z.input<T>): GuardedJson {
    return new GuardedJson(JSON.stringify(type.parse(value)));
  }

  /** An object of guarded parts and of values that are guarded now, each by the type declared for it. */
  static compose(types: Record<string, z.ZodType>, parts: Record<string, unknown>): GuardedJson {
    let json = '';
    for (const name in types) {
      const part = parts[name];
      const text = part instanceof GuardedJson ? part.json : JSON.stringify(types[name]!.parse(part));
      if (text !== undefined) json += `${json ? ',' : ''}${JSON.stringify(name)}:${text}`;
    }
    return new GuardedJson(`{${json}}`);
  }
}

/** A whole reply of an endpoint, guarded once by a handler that keeps it. */
export function guardReply<E extends Endpoint>(endpoint: E, reply: Reply<E>): GuardedJson {
  return GuardedJson.of(endpoint.reply, reply);
}
