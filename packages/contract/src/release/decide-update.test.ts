import { describe, expect, it } from 'vitest';
import { decideUpdate, type UpdateCheck } from './decide-update.ts';

const atStart: Omit<UpdateCheck, 'current' | 'latest'> = { isPackaged: true, isOnDemand: false, skipped: undefined, isQuiet: false };
const onDemand = { ...atStart, isOnDemand: true };

describe('the decision after a check for updates', () => {
  it.each([
    // current, latest, decision at start, decision on demand
    ['1.2.3', '2.0.0', 'mandatory', 'mandatory'],
    ['1.2.3', '2.2.3', 'mandatory', 'mandatory'],
    ['1.9.9', '10.0.0', 'mandatory', 'mandatory'],
    ['1.2.3', '1.3.0', 'mandatory', 'mandatory'],
    ['1.2.3', '1.3.3', 'mandatory', 'mandatory'],
    ['1.9.0', '1.10.0', 'mandatory', 'mandatory'],
    ['1.2.3', '1.2.4', 'background', 'optional'],
    ['1.2.9', '1.2.10', 'background', 'optional'],
    ['1.2.3', '1.2.3', 'nothing', 'reportCurrent'],
    ['1.2.3', '1.2.2', 'nothing', 'reportCurrent'],
    ['1.3.0', '1.2.9', 'nothing', 'reportCurrent'],
    ['2.0.0', '1.9.9', 'nothing', 'reportCurrent'],
    ['1.2.3', undefined, 'nothing', 'reportFailure'],
  ])('is right for client %s and release %s', (current, latest, start, demand) => {
    expect(decideUpdate({ ...atStart, current, latest })).toBe(start);
    expect(decideUpdate({ ...onDemand, current, latest })).toBe(demand);
  });

  it('leaves out a skipped version at the start, and offers it when the user asks', () => {
    const versions = { current: '1.2.3', latest: '1.2.4', skipped: '1.2.4' };
    expect(decideUpdate({ ...atStart, ...versions })).toBe('nothing');
    expect(decideUpdate({ ...onDemand, ...versions })).toBe('optional');
  });

  it('installs a version that follows a skipped one', () => {
    expect(decideUpdate({ ...atStart, current: '1.2.3', latest: '1.2.5', skipped: '1.2.4' })).toBe('background');
  });

  it.each(['1.3.0', '2.0.0'])('ignores that the mandatory version %s was skipped', (latest) => {
    expect(decideUpdate({ ...atStart, current: '1.2.3', latest, skipped: latest })).toBe('mandatory');
    expect(decideUpdate({ ...onDemand, current: '1.2.3', latest, skipped: latest })).toBe('mandatory');
  });

  it.each(['1.3.0', '2.0.0'])('does not force the version %s on anybody in a quiet period', (latest) => {
    const versions = { current: '1.2.3', latest, isQuiet: true };
    expect(decideUpdate({ ...atStart, ...versions })).toBe('nothing');
    expect(decideUpdate({ ...onDemand, ...versions })).toBe('optional');
  });

  it('installs a patch in the background in a quiet period, too', () => {
    expect(decideUpdate({ ...atStart, current: '1.2.3', latest: '1.2.4', isQuiet: true })).toBe('background');
  });

  it.each([undefined, '1.2.4', '9.0.0'])('is to do nothing in a client that was not packaged, with release %s', (latest) => {
    expect(decideUpdate({ ...onDemand, isPackaged: false, current: '1.2.3', latest })).toBe('nothing');
  });
});
