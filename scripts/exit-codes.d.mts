export const hopeless: number;
