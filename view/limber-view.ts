// The element in one file, for pages without a bundler: loading it makes <limber-view> known. Built to dist/element, with three in it.
import { defineLimberView } from './element.js'

defineLimberView()
