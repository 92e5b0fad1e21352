/** What stands in where neither the server nor the device has an answer, and says that it is an example. */
export const samples = {
  sail: {
    name: 'Example: a sunrise sail',
    description:
      'Two hours along the coast before breakfast, with coffee, dolphins on good days and the sun coming up over the ridge.',
  },
  lunch: {
    name: 'Example: a plate lunch counter',
    description:
      'Two scoops of rice, macaroni salad and fish from this morning, eaten at a table under a mango tree behind the shop.',
  },
  lei: {
    name: 'Example: a lei-making morning',
    description:
      'Pick, string and tie a lei of your own with a family that has grown its flowers for four generations, and hear what each one means.',
  },
};
