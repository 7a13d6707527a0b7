// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {SmartWallet} from "./SmartWallet.sol";

/// Puts an owner's contract account where it was foretold (ERC-6492 asks it to, in a call that leaves no trace).
contract SmartWalletFactory {
    function deploy(address owner) external returns (SmartWallet) {
        return new SmartWallet{salt: 0}(owner);
    }
}
