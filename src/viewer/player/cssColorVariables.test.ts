import { expect, it } from 'vitest';
import { colorVariables } from './cssColorVariables.ts';

it.each([
  ['none was chosen', { seekbar: '#ffffff', buttons: '#ffffff' }, {}],
  ['one was chosen', { seekbar: '#ff0000', buttons: '#ffffff' }, { '--seekbar': '#ff0000' }],
  ['light buttons', { seekbar: '#ffffff', buttons: '#ffcc00' }, { '--buttons': '#ffcc00', '--on-buttons': '#0c1210' }],
  ['dark buttons', { seekbar: '#ffffff', buttons: '#102040' }, { '--buttons': '#102040', '--on-buttons': '#ffffff' }],
])('color variables: %s', (_, color, expected) => expect(colorVariables(color)).toEqual(expected));
