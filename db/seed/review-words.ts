import type { Category } from '../../contract/values.ts';

/** People who have been here: the demo's reviewers. */
export const reviewers = [
  'Amelia Thornton',
  'Hiroshi Nakamura',
  'Grace Oyelaran',
  'Ben Kowalski',
  'Sofia Marchetti',
  'Dale Hutchins',
  'Priya Raman',
  'Marcus Feld',
  'Ingrid Solberg',
  'Tomoko Aoki',
  'Rosa Delgado',
  'Peter Van Dyk',
  'Noelani Souza',
  'Sam Whitaker',
  'Claire Dubois',
  'Wei Zhang',
  'Hannah Lindgren',
  'Owen Gallagher',
  'Yuki Tanabe',
  'Beatriz Fonseca',
  'Carl Jensen',
  'Minji Seo',
  'Laura Petrakis',
  'Desmond Clarke',
  'Anna-Lena Vogt',
  'Joaquín Herrera',
  'Ruth Abernathy',
  'Kai Mitchell',
  'Nora Iversen',
  'Theo Papadakis',
  'Emi Kobayashi',
  'Vikram Nair',
  'Louise Tremblay',
  'Jack Sorensen',
  'Mele Tuiasosopo',
  'Fiona Mackay',
] as const;

type Words = Record<'great' | 'good' | 'fair', readonly string[]>;

/** What they say of each category when they are delighted, content, or in two minds. */
export const reviewWords: Record<Category, Words> = {
  'Activities & Tours': {
    great: [
      'The guide knew every cove by name and never hurried us. Best morning of the trip.',
      'We came for the view and stayed for the stories. Our ten-year-old still talks about it.',
      'Small group, good gear, and somebody who really watches out for you in the water.',
      'I was nervous, they were patient. By the end I was the last one out.',
      'Started early, before the wind and the buses. Do the same.',
      'Turtles, two rainbows and a thermos of good coffee. What else is there?',
    ],
    good: [
      'Well run and worth the money. Bring a dry shirt for the way back.',
      'A bit longer than we expected, in a good way. Parking takes patience.',
      'Lovely crew. The second half was better than the first.',
      'We liked it a lot; the sea was choppy, which is nobody’s fault.',
    ],
    fair: [
      'Nice people, but we started forty minutes late.',
      'More walking than the description made us think. Pretty all the same.',
      'Too many in the group on our day.',
    ],
  },
  'Cultural Experiences': {
    great: [
      'Taught with care, and no question was too simple. I left with blue fingers and a new respect.',
      'You are a guest here, not an audience. We will remember the chant at the door.',
      'Two hours that changed how I look at the whole island.',
      'Our teacher learned it from her grandmother and it shows. Bring time.',
      'The best thing we did indoors, and it was not raining.',
    ],
    good: [
      'Quiet, thoughtful, well explained. Sit near the front.',
      'Good for curious children too. The gift table is fair, not pushy.',
      'We learned a lot; a little more time to try things ourselves would be perfect.',
    ],
    fair: ['Interesting, but hard to hear at the back.', 'Good content, stiff chairs, and it ran over.'],
  },
  Restaurants: {
    great: [
      'Fish from the morning, rice done right, and they remembered us the second night.',
      'We asked what they would eat themselves and ordered that. Perfect.',
      'Worth the wait at the counter. Get the special before it is gone.',
      'Sunset, slack key and the best dessert of the trip.',
      'Plain room, honest plates, fair prices. We went three times in a week.',
    ],
    good: [
      'Very good food; the service found its pace after a while.',
      'Generous plates. Share one and save room.',
      'Reserve, or come at five.',
    ],
    fair: ['Tasty, but loud, and we waited long for the check.', 'Good fish, tired sides.'],
  },
  Shopping: {
    great: [
      'Everything is made within an hour’s drive, and they can tell you by whom.',
      'I came for one thing and left with presents for everybody.',
      'They wrapped it for the plane without being asked. Real craft, real prices.',
      'The owner let us watch her work. We bought the piece she finished.',
    ],
    good: ['Lovely things, small shop. Mornings are calmer.', 'Good quality; a few sizes were out.'],
    fair: ['Beautiful, though dearer than I had hoped.'],
  },
  Accommodations: {
    great: [
      'Trade winds through the shutters, fruit on the table, and the kindest welcome.',
      'Clean, quiet and exactly as in the picture. We slept with the doors open.',
      'They lent us snorkels and drew us a map. That map made our week.',
      'A porch, a kettle and that view. We cancelled our plans and stayed put.',
    ],
    good: [
      'Comfortable and well kept. The rooster is real and starts at five.',
      'Good beds, simple kitchen, easy hosts.',
      'A short drive to everything; you do need a car.',
    ],
    fair: ['Pretty place, thin walls.'],
  },
};
