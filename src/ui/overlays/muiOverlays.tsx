import MuiDialog, { type DialogProps } from '@mui/material/Dialog';
import MuiMenu, { type MenuProps } from '@mui/material/Menu';
import { ThemeProvider } from '@mui/material/styles';
import { muiTheme } from '../look/muiTheme.ts';

// Imported by useLazyOverlays.ts alone: MUI comes with the first menu or dialog, the channel page does without it.

export { default as MenuItem } from '@mui/material/MenuItem';

export const Dialog = (props: DialogProps) => (
  <ThemeProvider theme={muiTheme}>
    <MuiDialog {...props} />
  </ThemeProvider>
);

export const Menu = (props: MenuProps) => (
  <ThemeProvider theme={muiTheme}>
    <MuiMenu {...props} />
  </ThemeProvider>
);
