import { describe, expect, it } from 'vitest';
import { pathInArguments, pathOfLink } from './deep-link.ts';

const BOOK = '01k0000000000000000000000a';

describe('a link from outside', () => {
  it.each([
    ['shufang://', '/'],
    ['shufang:///', '/'],
    ['shufang://bookshelf', '/bookshelf'],
    ['shufang://bookshelf/owned/', '/bookshelf/owned'],
    [`shufang://course/info/${BOOK}`, `/course/info/${BOOK}`],
    [`shufang:///course/learning/${BOOK}`, `/course/learning/${BOOK}`],
    ['shufang://helper/appUpdater', '/helper/appUpdater'],
  ])('%s opens %s', (link, path) => {
    expect(pathOfLink(link)).toBe(path);
  });

  it.each([
    'shufang:/',
    'shufang://user/login',
    'shufang://lesson/connect/dispatch',
    'shufang://admin',
    'shufang://course/info/../../admin',
    'shufang://course/info/%2e%2e',
    `shufang://course/info/${BOOK}?near=x`,
    `shufang://course/info/${BOOK}#x`,
    'shufang://course/info/1',
    'shufang://evil.example/x',
    'shufang:////evil.example',
    'shufang://javascript:alert(1)',
    'https://evil.example',
    ` shufang://bookshelf`,
    'shufang://bookshelf\n',
    `shufang://${'a'.repeat(3000)}`,
  ])('D22: %j opens nothing', (link) => {
    expect(pathOfLink(link)).toBeUndefined();
  });

  it('is the first one among the arguments', () => {
    expect(pathInArguments(['/opt/shufang', '--no-sandbox', 'shufang://bookshelf'])).toBe('/bookshelf');
    expect(pathInArguments(['/opt/shufang', 'shufang://admin', 'shufang://bookshelf'])).toBeUndefined();
    expect(pathInArguments(['/opt/shufang'])).toBeUndefined();
  });
});
