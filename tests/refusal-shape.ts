const ofFields = ['invalid_request', 'invalid_email'];

/** The names in a refusal's body, sorted. Faults of fields may stand beside what all refusals tell, of a request that is not valid. */
export function refusalKeys(body: { code?: string; fields?: unknown }): string[] {
  const { fields, ...rest } = body;
  const mayHaveFields = fields === undefined || (ofFields.includes(rest.code ?? '') && Array.isArray(fields));
  return Object.keys(mayHaveFields ? rest : body).sort();
}
