/** Seven hours of an island day, each as one set of printing inks. */
import type { PictureHour } from '../../../db/seed/world.ts';

export interface Inks {
  /** Top, middle and low sky. */
  sky: readonly [string, string, string];
  /** Sun or moon. */
  glow: string;
  cloud: string;
  /** Land from the horizon to the foreground. */
  land: readonly [string, string, string, string];
  /** Sea from the horizon to the shore. */
  sea: readonly [string, string, string];
  foam: string;
  sand: string;
  earth: string;
  leaf: string;
  leafLight: string;
  leafDark: string;
  /** The one warm spot. */
  accent: string;
  /** A second, quieter warm tone. */
  ochre: string;
  ink: string;
  paper: string;
}

export const palettes: Record<PictureHour, Inks> = {
  dawn: {
    sky: ['#93b9b8', '#ecd2ae', '#f3ab86'],
    glow: '#fdeec6',
    cloud: '#fbe3c4',
    land: ['#cf9c8f', '#94788a', '#565c77', '#27384d'],
    sea: ['#efb890', '#86aca9', '#3f8091'],
    foam: '#fdf0d8',
    sand: '#ecc996',
    earth: '#8a5f52',
    leaf: '#4f7a66',
    leafLight: '#93a574',
    leafDark: '#23474a',
    accent: '#e0614a',
    ochre: '#dda353',
    ink: '#1b2d3e',
    paper: '#fbf1dc',
  },
  morning: {
    sky: ['#86bfc2', '#bcd9cb', '#f5e8c9'],
    glow: '#fdf4d4',
    cloud: '#fcf5e2',
    land: ['#9cbfb0', '#659a87', '#33715f', '#184a42'],
    sea: ['#74bab5', '#31949c', '#176d7f'],
    foam: '#fbf5e3',
    sand: '#f0d8a6',
    earth: '#a9694a',
    leaf: '#4d9159',
    leafLight: '#a3bf64',
    leafDark: '#1d5744',
    accent: '#e56548',
    ochre: '#e0a545',
    ink: '#123443',
    paper: '#fbf2de',
  },
  noon: {
    sky: ['#4a9bb3', '#82bfc5', '#d3e6d4'],
    glow: '#fff6d8',
    cloud: '#fdf8e9',
    land: ['#8fb7ae', '#549470', '#2f7450', '#164d3c'],
    sea: ['#46b3ab', '#1f8b9b', '#0f627d'],
    foam: '#fefaec',
    sand: '#f5e1b4',
    earth: '#b06a45',
    leaf: '#3f8d55',
    leafLight: '#9fc25a',
    leafDark: '#145240',
    accent: '#e65f45',
    ochre: '#e8b04a',
    ink: '#0f3345',
    paper: '#fcf4e0',
  },
  golden: {
    sky: ['#e8b565', '#f1cf90', '#f9e8c1'],
    glow: '#fff5d6',
    cloud: '#fdf0d0',
    land: ['#c2a673', '#87945f', '#4d7350', '#234b42'],
    sea: ['#a5c3a2', '#4c9894', '#1f6d7a'],
    foam: '#fef5db',
    sand: '#e6bf7c',
    earth: '#9c5b3d',
    leaf: '#6c8e48',
    leafLight: '#bcbb5e',
    leafDark: '#2b573c',
    accent: '#d5533b',
    ochre: '#d9983a',
    ink: '#20363c',
    paper: '#fdf3dc',
  },
  dusk: {
    sky: ['#41507d', '#a9657d', '#f09662'],
    glow: '#ffd588',
    cloud: '#db8270',
    land: ['#93607c', '#634a6f', '#3d395f', '#1e2747'],
    sea: ['#e08a63', '#80607c', '#384a74'],
    foam: '#ffdca3',
    sand: '#b67d70',
    earth: '#6d4458',
    leaf: '#3f6162',
    leafLight: '#8a8a66',
    leafDark: '#1b3444',
    accent: '#f4744e',
    ochre: '#f0a850',
    ink: '#141d36',
    paper: '#fdebcd',
  },
  night: {
    sky: ['#12284a', '#1c4463', '#34697e'],
    glow: '#f6e8c0',
    cloud: '#2c5872',
    land: ['#2c566c', '#1e4459', '#143248', '#0c2033'],
    sea: ['#3a7183', '#20506a', '#143852'],
    foam: '#d5e4d4',
    sand: '#6e7f7e',
    earth: '#3a4a5c',
    leaf: '#24605a',
    leafLight: '#4b8a70',
    leafDark: '#10383c',
    accent: '#f28650',
    ochre: '#f2bd62',
    ink: '#091829',
    paper: '#f8eaca',
  },
  rain: {
    sky: ['#b4cbc0', '#cfdcc9', '#e8ead3'],
    glow: '#f6f3dc',
    cloud: '#edeedd',
    land: ['#a9c3b2', '#76a088', '#417a62', '#1c4e43'],
    sea: ['#a4c4b8', '#5f9f9c', '#2c7580'],
    foam: '#f7f6e6',
    sand: '#d8cba2',
    earth: '#7d5b48',
    leaf: '#4a8a58',
    leafLight: '#9dbb68',
    leafDark: '#174a3c',
    accent: '#df6a4c',
    ochre: '#d9a84c',
    ink: '#143437',
    paper: '#f6f1dd',
  },
};
