/** Mantine's theme: ink on paper, one vermilion accent. `primaryShade` and `autoContrast` keep every pair at WCAG AA. */
import { createTheme, type MantineColorsTuple } from '@mantine/core';

const ink: MantineColorsTuple = [
  '#f6f4ef',
  '#ebe8e1',
  '#d8d4ca',
  '#bab5a9',
  '#989285',
  '#777166',
  '#5f5a51',
  '#46423b',
  '#2c2a26',
  '#1c1b18',
];

const vermilion: MantineColorsTuple = [
  '#fbf0ed',
  '#f4ddd8',
  '#e8b9b0',
  '#db9386',
  '#cf7263',
  '#c5594a',
  '#b5483a',
  '#a83a2d',
  '#9d2f24',
  '#7e231a',
];

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: 8,
  autoContrast: true,
  black: '#1f1e1b',
  colors: { ink, vermilion },
  fontFamily: 'var(--font-hei)',
  headings: { fontFamily: 'var(--font-song)', fontWeight: '700' },
  defaultRadius: 6,
  cursorType: 'pointer',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  components: {
    InputWrapper: { defaultProps: { withAsterisk: false, errorProps: { role: 'alert', c: 'red.9' } } },
  },
});
