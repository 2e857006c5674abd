import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import { defineConfig } from 'wxt'
import { endpointTable } from '../sdk/vite-plugin.ts'
import { recipes } from './src/network/recipes/recipes.ts'
import { hostedAdapters } from './src/platforms/adapters.ts'

/** Holds the id of an unpacked Chrome extension, wherever its folder is: the queue on the disk belongs to that id. */
const chromeKey =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAopTmU6JXxJMJmACv3lVAW6LJ6ArhI16iKLnR+ho8FbnV6OdONGs2P++uNp4DOM64mgQrRMdiZsparZeD5Pt1HnGgRTkXU5w2zzIofnSDS0xRX5fqTFuTHp8dxoktXvNMtpsVVgBBN6xu/ggsTwkZmGY/qUzU6qr4ESZcYSWiOBJsHKiCxFTK+QXOfVlE+6NCNcVwZeqP7qTNAfwP6+NY+KtW6176GsIUiP/VwE1PXgQG+L7BjC6FWkYaaRybKiFtvpMden8kvaUTQwYJZM8bLccx2NGcllI8x5DKq5a2qptJLg7kfk+zRdBd+s4Op5xgmvMaNkLqkWr1HJClSOtPAQIDAQAB'

/** One source for Chrome and Firefox. `node extension/build.ts` builds both; `npx wxt extension` while it is worked on. */
export default defineConfig({
  root: import.meta.dirname,
  srcDir: 'src',
  publicDir: 'public',
  outDir: 'dist',
  zip: { artifactTemplate: 'dailies-{{browser}}.zip', zipSources: false },
  manifestVersion: 3,
  imports: false,
  modules: ['@wxt-dev/module-react'],
  hooks: {
    // Every platform's adapter is a script of its own, `platform-SLUG.js` (src/platforms/script.ts).
    'entrypoints:found': (wxt, found) => {
      for (const name of [...hostedAdapters.map(({ platform }) => platform), 'local']) {
        const inputPath = join(import.meta.dirname, `src/platforms/${name}.ts`)
        found.push({ name: `platform-${name}`, inputPath, type: 'unlisted-script' })
      }
      // So is every platform's recipe, `recipe-SLUG.js` (src/network/recipes/script.ts).
      for (const { platform } of recipes) {
        const inputPath = join(import.meta.dirname, `src/network/recipes/${platform}.ts`)
        found.push({ name: `recipe-${platform}`, inputPath, type: 'unlisted-script' })
      }
      if (wxt.config.browser === 'chrome') {
        const inputPath = join(import.meta.dirname, 'src/media/document/index.html')
        found.push({ name: 'stills', inputPath, type: 'unlisted-page' })
      }
    },
  },
  vite: () => ({
    plugins: [endpointTable(), tailwind()],
    // WXT's own, which says nothing once it is built: a quarter of a kilobyte in each script of a page.
    build: { rollupOptions: { treeshake: { manualPureFunctions: ['logger.error'] } } },
  }),
  manifest: ({ browser }) => ({
    name: '__MSG_name__',
    description: '__MSG_description__',
    default_locale: 'en',
    // Without `unlimitedStorage` browsers may clear the queue away when the disk is full.
    permissions: [
      ...['activeTab', 'alarms', 'contextMenus', 'scripting', 'storage', 'unlimitedStorage'],
      // A worker has no player: films are drawn in a document beside it.
      ...(browser === 'chrome' ? ['offscreen'] : []),
    ],
    // Asked for one by one: the service at its connection, a platform when it is switched on.
    optional_host_permissions: ['<all_urls>'],
    action: { default_title: '__MSG_name__' },
    // Four at the most, and none that the browser has for itself: Chromium gives P to groups of tabs, and X.
    commands: {
      capture: {
        suggested_key: { default: 'Alt+Shift+D' },
        description: '__MSG_commandCapture__',
      },
      grid: {
        suggested_key: { default: 'Alt+Shift+G' },
        description: '__MSG_commandGrid__',
      },
      focus: {
        suggested_key: { default: 'Alt+Shift+M' },
        description: '__MSG_commandFocus__',
      },
      // As a click on the icon: the panel.
      _execute_action: {
        suggested_key: { default: 'Alt+Shift+O' },
      },
    },
    content_security_policy: {
      extension_pages:
        "default-src 'self'; img-src 'self' data: blob: http: https:; media-src 'self' data: blob: http: https:; style-src 'self' 'unsafe-inline'; connect-src http: https:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    },
    ...(browser === 'firefox'
      ? {
          browser_specific_settings: {
            gecko: {
              id: 'dailies@dailies.example',
              strict_min_version: '140.0',
              // What is captured goes to the user's own service, and nowhere else.
              data_collection_permissions: { required: ['websiteContent'] },
            },
          },
        }
      : { key: chromeKey, minimum_chrome_version: '123' }),
  }),
})
