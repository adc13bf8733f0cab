/// <reference types="node" />
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import styles from './layout.module.css';
import { Block, Cluster, Column, Grid, Panel, Row, Stack, Text, TextButton, VisuallyHidden } from './layout.tsx';
import { classNameOf, STYLE_FLAGS, STYLE_VALUES } from './style-props.ts';

const classesOf = (text: string): string[] => (screen.getByText(text).getAttribute('class') ?? '').split(' ').filter(Boolean);
const named = (...names: string[]): (string | undefined)[] => names.map((name) => styles[name]);

it('the style sheet has a rule for each value of each property', () => {
  const css = readFileSync(path.join(import.meta.dirname, 'layout.module.css'), 'utf8');
  const names = Object.entries(STYLE_VALUES).flatMap(([name, values]) => values.map((value) => classNameOf(name, value)));
  expect([...names, ...STYLE_FLAGS].filter((name) => !css.includes(`.${name} {`))).toEqual([]);
});

it('each layout component has the class of its kind', () => {
  render(
    <>
      <Block>block</Block>
      <Stack>stack</Stack>
      <Grid>grid</Grid>
      <Column>column</Column>
      <Row>row</Row>
      <Cluster>cluster</Cluster>
      <Panel>panel</Panel>
      <Text>text</Text>
    </>,
  );
  expect(classesOf('block')).toEqual([]);
  expect(classesOf('stack')).toEqual(named('grid'));
  expect(classesOf('grid')).toEqual(named('grid'));
  expect(classesOf('column')).toEqual(named('row', 'column'));
  expect(classesOf('row')).toEqual(named('row'));
  expect(classesOf('cluster')).toEqual(named('row', 'cluster'));
  expect(classesOf('panel')).toEqual(named('panel'));
  expect(classesOf('text')).toEqual([]);
});

it('style properties become classes and all others are passed on', () => {
  render(
    <Cluster as="ul" gap={[4, 16]} align="center" marginTop={8} tabular underline={false} className="own" aria-label="list" data-open>
      <Text as="li" size={13} tone="faint" gap={undefined}>
        item
      </Text>
    </Cluster>,
  );
  const list = screen.getByRole('list', { name: 'list' });
  expect(list).toHaveAttribute('data-open', 'true');
  expect(list).not.toHaveAttribute('gap');
  expect(list).toHaveAttribute(
    'class',
    [...named('row', 'cluster', 'rowGap4', 'columnGap16', 'alignCenter', 'marginTop8', 'tabular'), 'own'].join(' '),
  );
  expect(screen.getByRole('listitem')).toHaveAttribute('class', named('size13', 'toneFaint').join(' '));
});

it('a component given by `as` is rendered with its own properties', () => {
  const Link = ({ to, className }: { to: string; className?: string | undefined }) => (
    <a href={to} className={className}>
      link
    </a>
  );
  render(<Text as={Link} to="/book" tone="accent" />);
  expect(screen.getByRole('link')).toHaveAttribute('href', '/book');
  expect(classesOf('link')).toEqual(named('toneAccent'));
});

it('a text button does not submit its form', async () => {
  const onClick = vi.fn();
  const onSubmit = vi.fn();
  render(
    <form onSubmit={onSubmit}>
      <TextButton onClick={onClick}>more</TextButton>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'more' }));
  expect(onClick).toHaveBeenCalledOnce();
  expect(onSubmit).not.toHaveBeenCalled();
});

it('visually hidden text is part of the accessible name', () => {
  render(
    <TextButton>
      Delete <VisuallyHidden>chapter 2</VisuallyHidden>
    </TextButton>,
  );
  expect(screen.getByRole('button', { name: 'Delete chapter 2' })).toBeVisible();
});
