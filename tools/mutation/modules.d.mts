export const modules: Record<string, { mutate: string[]; tests: string[]; timeoutMS?: number }>;
